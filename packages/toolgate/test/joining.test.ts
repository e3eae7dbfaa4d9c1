import { expect, it } from "vitest"
import { noting, opened } from "./asking.ts"

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

it("a call joins none of another session, though both have one principal", async () => {
  const gate = await opened({ onAsk: "wait" })
  const [alice, bob] = [await gate.session({ id: "alice" }), await gate.session({ id: "bob" })]
  const { pending } = await alice.dispatch(noting(), joins)
  await alice.approvals.decide(pending?.approvalId ?? "", { decision: "approve" })
  expect(await bob.dispatch(noting(), joins)).toMatchObject({ executed: "no", error: { why: "ApprovalPending" } })
  expect(await alice.dispatch(noting(), joins)).toMatchObject({ executed: "yes" })
})

it("a call is told why a person denied the one that it repeats", async () => {
  const gate = await opened({ onAsk: "wait" })
  const { pending } = await gate.dispatch(noting(), joins)
  await gate.approvals.decide(pending?.approvalId ?? "", { decision: "deny", reason: "Not today." })
  expect((await gate.dispatch(noting(), joins)).error?.message).toContain("Not today.")
})

it("a call is refused that would join the calls of other sessions", async () => {
  const gate = await opened({ onAsk: "wait" })
  const { error } = await gate.dispatch(noting(), { defer: { joinsEarlier: true as never } })
  expect(error?.message).toContain('option "defer.joinsEarlier" has to be "session", or left out.')
})
