import { describe, expect, it } from "vitest"
import { deferred, keyed, question } from "./asking.ts"
import { openGate } from "./openGate.ts"

/** A question about a call that joins an earlier one, with a new id and session. */
const joining = (callId: string, session: string, more: Parameters<typeof question>[0] = {}) =>
  question({ id: callId, ...more, context: { ...deferred, session, ...more.context, defer: { joinsEarlier: true } } })

const claimed = (id: string) => ({ id, claim: { digest: keyed, mac: expect.any(String) } })

describe("a call that joins an earlier one", () => {
  it("does not ask again and runs with the first approval, after a restart and in another session", async () => {
    const first = await openGate()
    const id = await first.defer(joining("1", "one"))
    expect(await first.defer(joining("2", "one"))).toBe(id)
    await first.close()
    const second = await openGate({ store: first.store, key: first.key })
    expect(await second.defer(joining("3", "two"))).toBe(id)
    expect(await second.list()).toHaveLength(1)
    await second.decide(id, { decision: "approve" })
    expect(await second.answer(joining("4", "two"))).toMatchObject(claimed(id))
  })

  it("asks again after the approval is used", async () => {
    const gate = await openGate()
    const id = await gate.defer(joining("1", "one"))
    await gate.decide(id, { decision: "approve" })
    const approval = await gate.answer(joining("2", "one"))
    if (!("claim" in approval) || approval.claim === undefined) throw new Error("There is no claim.")
    await gate.claim(id, approval.claim)
    expect(await gate.defer(joining("3", "one"))).not.toBe(id)
  })

  it.each([
    ["other arguments", { args: { path: "src/other.ts" } }],
    ["another principal", { context: { principal: { agent: "other", ceiling: { tools: "any" } } } }],
    ["other bounds", { context: { principal: { agent: "agent-1", ceiling: { tools: "any", noWeb: true } } } }],
    ["another definition of the tool", { digest: "other" }]
  ] as const)("never takes an approval that was given for %s", async (_, other) => {
    const gate = await openGate()
    const id = await gate.defer(joining("1", "one"))
    await gate.decide(id, { decision: "approve" })
    expect(await gate.defer(joining("2", "one", other as never))).not.toBe(id)
  })

  it("is denied within the session of a denial and asks again in another", async () => {
    const gate = await openGate()
    const id = await gate.defer(joining("1", "one"))
    await gate.decide(id, { decision: "deny", reason: "Not today." })
    expect(await gate.answer(joining("2", "one"))).toMatchObject({ why: "UserDenied", denied: { id } })
    expect(await gate.defer(joining("3", "two"))).not.toBe(id)
  })

  it("runs with the arguments that a person edited", async () => {
    const gate = await openGate()
    const args = { path: "src/edited.ts" }
    const asked = joining("1", "one")
    const id = await gate.defer(asked)
    await gate.decide(id, { decision: "approve", args })
    expect(await gate.answer(joining("2", "two"))).toMatchObject({ ...claimed(id), args })
    const edited = joining("2", "two", { args, given: { id, proposed: asked.request.args } })
    expect(await gate.answer(edited)).toMatchObject(claimed(id))
  })

  it("does not use another session's approval if it joins within its session", async () => {
    const gate = await openGate()
    const within = (callId: string, session: string) =>
      question({ id: callId, context: { ...deferred, session, defer: { joinsEarlier: "session" } } })
    const id = await gate.defer(within("1", "one"))
    expect(await gate.defer(within("2", "two"))).not.toBe(id)
    expect(await gate.defer(within("3", "one"))).toBe(id)
    await gate.decide(id, { decision: "approve" })
    expect(await gate.defer(within("4", "two"))).not.toBe(id)
    expect(await gate.answer(within("5", "one"))).toMatchObject(claimed(id))
  })

  it("uses an approval regardless of idempotency keys", async () => {
    const gate = await openGate()
    const id = await gate.defer(joining("1", "one", { key: "a" }))
    expect(await gate.defer(joining("2", "one", { key: "b" }))).toBe(id)
  })

  it("does not affect calls that do not join", async () => {
    const gate = await openGate()
    const id = await gate.defer(joining("1", "one"))
    await gate.decide(id, { decision: "approve" })
    expect(await gate.defer(question({ id: "2", context: deferred }))).not.toBe(id)
  })
})
