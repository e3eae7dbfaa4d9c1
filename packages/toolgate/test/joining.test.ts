import { expect, it } from "vitest"
import { note, noting, opened } from "./asking.ts"

const joins = { defer: { joinsEarlier: "session" } } as const

it("a call that repeats a deferred one asks no second question, and runs once it is approved, once", async () => {
  const gate = await opened({ onAsk: "wait" })
  const first = await gate.dispatch(noting(), joins)
  const id = first.pending?.approvalId ?? ""
  expect((await gate.dispatch(noting(), joins)).pending?.approvalId).toBe(id)
  expect(await gate.approvals.list()).toHaveLength(1)

  await gate.approvals.decide(id, { decision: "approve" })
  expect((await gate.dispatch(noting("b"), joins)).pending?.approvalId).not.toBe(id)
  expect(await gate.dispatch(noting(), joins)).toMatchObject({ success: true, executed: "yes" })
  expect(await gate.dispatch(noting(), joins)).toMatchObject({ executed: "no", error: { why: "ApprovalPending" } })
})

it("does not join a call of another session, even of the same principal", async () => {
  const gate = await opened({ onAsk: "wait" })
  const [alice, bob] = [await gate.session({ id: "alice" }), await gate.session({ id: "bob" })]
  const { pending } = await alice.dispatch(noting(), joins)
  await alice.approvals.decide(pending?.approvalId ?? "", { decision: "approve" })
  expect(await bob.dispatch(noting(), joins)).toMatchObject({ executed: "no", error: { why: "ApprovalPending" } })
  expect(await alice.dispatch(noting(), joins)).toMatchObject({ executed: "yes" })
})

it("a repeated call gets the reason for the earlier denial", async () => {
  const gate = await opened({ onAsk: "wait" })
  const { pending } = await gate.dispatch(noting(), joins)
  await gate.approvals.decide(pending?.approvalId ?? "", { decision: "deny", reason: "Not today." })
  expect((await gate.dispatch(noting(), joins)).error?.message).toContain("Not today.")
})

it("refuses a call that would join calls of other sessions", async () => {
  const gate = await opened({ onAsk: "wait" })
  const { error } = await gate.dispatch(noting(), { defer: { joinsEarlier: true as never } })
  expect(error?.message).toContain('option "defer.joinsEarlier" must be "session", or left out.')
})

it("calls of a turn join those of an earlier one, in another position and beside others", async () => {
  const gate = await opened({ onAsk: "wait", tools: [{ ...note, callers: ["direct", "chain"] }] })
  const turn = async (...texts: ReadonlyArray<string>) => {
    const { executions } = await gate.dispatchTurn(texts.map(noting), joins)
    return executions.map(({ executed, pending }) => pending?.approvalId ?? executed)
  }
  const [first, second] = await turn("a", "b")
  expect(await turn("c", "b", "a")).toEqual([expect.not.stringMatching(first ?? ""), second, first])
  await gate.approvals.decide(second ?? "", { decision: "approve" })
  expect(await turn("b", "a")).toEqual(["yes", first])
})

it("resumes a deferred call of a turn as part of that turn", async () => {
  const gate = await opened({ onAsk: "wait", tools: [{ ...note, callers: ["direct", "chain"] }] })
  const { executions, tool_chains } = await gate.dispatchTurn([noting("a"), noting("b")], { defer: true })
  const approval = executions[1]?.pending?.approvalId ?? ""
  expect(tool_chains[0]?.steps.map(({ status }) => status)).toEqual(["pending_approval", "pending_approval"])
  await gate.approvals.decide(approval, { decision: "approve" })
  const callers: Array<unknown> = []
  const answer = await gate.resume(approval, { onEvent: (event) => callers.push("caller" in event && event.caller) })
  expect(answer).toMatchObject({ executed: "yes" })
  expect(callers).toEqual(callers.map(() => ({ kind: "direct", chain: tool_chains[0]?.chain_id, index: 1 })))
})
