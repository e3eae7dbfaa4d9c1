import type { ApprovalDecision } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { type Asking, approval, deferred, question, tool } from "./asking.ts"
import { openGate } from "./openGate.ts"

const escalate = tool("escalate", { sideEffects: "NONE", resources: [], escalates: true })
const asked = (more: Asking = {}) =>
  question({ tool: escalate, args: { reason: "May I merge?" }, resources: [], ...more })

const approve: ApprovalDecision = { decision: "approve", reason: " Once the tests pass. " }
const deny: ApprovalDecision = { decision: "deny", reason: "Ask the owner." }

describe("an escalation", () => {
  it("is shown as an escalation, and its answer is not reused", async () => {
    const gate = await openGate()
    const { id, interrupt } = await gate.ask(asked({ suggestRule: () => ({ rule: "escalate" }) }))
    const card = await gate.find(id)
    expect(card).toMatchObject({
      kind: "escalation",
      summary: expect.stringMatching(/^Tool "escalate" asks a person, and permits nothing \(NONE\), risk SAFE\.\n/),
      maySpanSession: false,
      sessionCovers: expect.stringContaining("is a question to a person")
    })
    expect(card).not.toHaveProperty("always")
    await interrupt()
    const { id: other } = await gate.ask(question())
    expect(await gate.find(other)).not.toHaveProperty("kind")
  })

  it.each([
    [approve, { decision: "approve", note: "Once the tests pass." }],
    [deny, { decision: "deny", note: "Ask the owner." }],
    [{ decision: "approve" }, { decision: "approve" }],
    [{ decision: "deny" }, { decision: "deny" }]
  ] as const)("continues with the answer %j", async (decision, answer) => {
    const gate = await openGate()
    const { id, answer: given } = await gate.ask(asked())
    expect(await gate.decide(id, decision, { by: "ada" })).toEqual({ outcome: "decided" })
    const { claim, files: _, ...other } = approval(id, expect.any(Number), { by: "ada", answer })
    expect(await given).toEqual(decision.decision === "deny" ? other : { ...other, claim })
  })

  it("is asked each time, without session answers or edited arguments", async () => {
    const gate = await openGate()
    const { id, answer } = await gate.ask(asked({ onlyOnce: true }))
    for (const wide of [
      { decision: "approve", scope: "session" },
      { decision: "approve", scope: "always" },
      { decision: "deny", scope: "session" },
      { decision: "approve", args: { reason: "May I?" } }
    ] as const)
      expect(await gate.decide(id, wide)).toMatchObject({ outcome: "invalid" })
    await gate.decide(id, approve)
    await answer
    let questions = 0
    const onAsk = (): ApprovalDecision => {
      questions++
      return approve
    }
    const quick = await openGate({ onAsk })
    for (const _ of [1, 2]) expect(await quick.answer(asked({ onlyOnce: true }))).toMatchObject({ answer: {} })
    expect(questions).toBe(2)
  })

  it("is not answered by a function that answers for the session", async () => {
    const gate = await openGate({ onAsk: () => ({ decision: "approve", scope: "session" }) })
    expect(await gate.answer(asked())).toMatchObject({ why: "PolicyDenied" })
  })

  it("is refused without an answer", async () => {
    const gate = await openGate({ timeoutMs: 1 })
    expect(await gate.answer(asked())).toMatchObject({ why: "ApprovalExpired" })
  })

  it.each([approve, deny])("is resumed with the answer %j after a restart, if it was deferred", async (decision) => {
    const first = await openGate()
    const gate = await openGate({ store: first.store, key: first.key })
    const id = await first.defer(asked({ context: deferred }))
    expect((await gate.resumable(id))?.refusal).toMatchObject({ why: "ApprovalPending" })
    await first.decide(id, decision)
    expect((await gate.resumable(id))?.refusal).toBeUndefined()
    expect(await gate.answer(asked({ given: { id } }))).toMatchObject({
      id,
      answer: { decision: decision.decision, note: decision.reason?.trim() }
    })
    const other = asked({ given: { id }, args: { reason: "May I push?" } })
    expect(await gate.answer(other)).toMatchObject({ why: "PolicyDenied" })
  })

  it("is the only question that can be approved with words", async () => {
    const gate = await openGate()
    const { id } = await gate.ask(question())
    expect(await gate.decide(id, approve)).toMatchObject({ outcome: "invalid" })
    expect(await gate.decide(id, { decision: "approve" })).toEqual({ outcome: "decided" })
  })
})
