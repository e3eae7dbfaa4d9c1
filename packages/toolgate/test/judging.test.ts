import { RuntimePolicy } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { type ApprovalDecision, defineTool, shell, Type } from "../src/index.ts"
import { note, noting, opened, take } from "./asking.ts"

const reads = defineTool({
  name: "reads",
  description: "Reads.",
  parameters: Type.Object({}),
  sideEffects: "READ",
  execute: () => "read"
})
const reading = { id: "1", tool: "reads", args: {} }

describe("a gate judges a call without making it:", () => {
  it("names the rule by which it would run, and its grant", async () => {
    const gate = await opened({ tools: [reads] })
    expect(await gate.judge(reading)).toMatchObject({
      decision: "allow",
      because: { rule: expect.any(String) },
      grant: { sandbox: "host" }
    })
  })

  it("shows the question's card without asking", async () => {
    const gate = await opened({ onAsk: "wait" })
    const judged = await gate.judge(noting("hello"), { agent: "me", turn: "7", onBehalfOf: "ada" })
    expect(await gate.approvals.list()).toEqual([])
    const answer = gate.dispatch(noting("hello"), { agent: "me", turn: "7", onBehalfOf: "ada" })
    const [question] = await take(gate.approvals, 1)
    const { id, callId, askedAt, expiresAt, digest, ...card } = question as NonNullable<typeof question>
    expect(judged).toMatchObject({ decision: "ask", because: card.because, card, grant: { sandbox: "host" } })
    await gate.approvals.decide(id, { decision: "deny" })
    expect(await answer).toMatchObject({ executed: "no" })
  })

  it("reports whether a person has answered the question before: for the session, or when the call was deferred", async () => {
    const gate = await opened({ onAsk: "wait" })
    const isAnswered = async (text: string) => {
      const judged = await gate.judge(noting(text))
      return judged.decision === "ask" && judged.isAnswered
    }
    const decided = async (text: string, decision: ApprovalDecision) => {
      const answer = gate.dispatch(noting(text))
      const [question] = await take(gate.approvals, 1)
      await gate.approvals.decide(question?.id ?? "", decision)
      await answer
    }
    await decided("kept", { decision: "approve", scope: "session" })
    await decided("refused", { decision: "deny", scope: "session" })
    await decided("once", { decision: "approve" })
    for (const text of ["deferred", "open"]) await gate.dispatch(noting(text), { defer: { joinsEarlier: "session" } })
    for (const { id, args } of await gate.approvals.list())
      if (args.text === "deferred") await gate.approvals.decide(id, { decision: "approve" })
    const texts = ["kept", "refused", "once", "deferred", "open", "new"]
    expect(await Promise.all(texts.map(isAnswered))).toEqual([true, true, false, true, false, false])
  })

  it("explains why it would be denied, even by a narrower principal", async () => {
    const gate = await opened({ tools: [note, reads], onAsk: "wait" })
    const refusal = async (given: ReturnType<typeof gate.judge>) => {
      const judged = await given
      return judged.decision === "deny" ? judged.refusal.why : judged.decision
    }
    expect(await refusal(gate.judge(noting()))).toBe("ask")
    expect(await refusal(gate.judge(noting(), { readOnly: true }))).toBe("PolicyDenied")
    expect(await refusal(gate.judge({ ...reading, tool: "nowhere" }))).toBe("ToolNotFound")
    expect(await refusal(gate.judge({ ...noting(), args: { text: 7 } }))).toBe("InvalidArgs")
    expect(await refusal(gate.judge(undefined as never))).toBe("InvalidArgs")
    expect(await refusal(gate.judge(reading, { signal: new AbortController().signal } as never))).toBe("InvalidArgs")
    await gate.close()
    expect(await refusal(gate.judge(reading))).toBe("Cancelled")
  })

  it("in a session for its principal, until it ends", async () => {
    const gate = await opened({ tools: [note, reads], onAsk: "wait" })
    const session = await gate.session({ id: "s", agent: "me", readOnly: true })
    expect(await session.judge(reading, { turn: "2" })).toMatchObject({ decision: "allow" })
    expect(await session.judge(noting())).toMatchObject({ decision: "deny" })
    expect(await session.judge(reading, { agent: "another" } as never)).toMatchObject({
      decision: "deny",
      refusal: { why: "InvalidArgs" }
    })
    await session.end()
    expect(await session.judge(reading)).toMatchObject({ decision: "deny", refusal: { why: "Cancelled" } })
  })

  it("counts the exceptions of a grant, and does not list them", async () => {
    const gate = await opened({ policy: "default", tools: [shell] })
    for (const command of ["ls", "touch .git/config"]) {
      const judged = await gate.judge({ id: "1", tool: "shell", args: { command } })
      expect(judged).toMatchObject({ grant: { access: { files: [{ excepted: { unwritten: expect.any(Number) } }] } } })
      expect(JSON.stringify(judged).length).toBeLessThan(2_000)
    }
  })

  it("denies if an app's policy asks a question that cannot be shown", async () => {
    const policy = Layer.succeed(RuntimePolicy, {
      checkPermission: () => Effect.die("not asked"),
      judge: () => Effect.succeed({ decision: "ask", because: {}, grant: {}, question: {} } as never)
    })
    const gate = await opened({ policy })
    expect(await gate.judge(noting())).toMatchObject({ decision: "deny", refusal: { why: "InternalError" } })
  })
})
