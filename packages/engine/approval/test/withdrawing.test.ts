import { refused } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { deferred, question } from "./asking.ts"
import { openGate } from "./openGate.ts"

const ada = { by: "ada", from: "a page" }

describe("a person who withdraws", () => {
  it("ends the call that waits, here or in another process, and is in its history", async () => {
    const first = await openGate()
    const second = await openGate({ store: first.store, key: first.key })
    for (const gate of [first, second]) {
      const { id, answer } = await first.ask(question())
      expect(await gate.pending.withdraw(id, ada)).toEqual({
        outcome: "withdrawn",
        message: "The request is withdrawn."
      })
      expect(await answer).toEqual(
        refused("Cancelled", expect.stringContaining("was withdrawn before anyone answered"))
      )
      expect(await gate.pending.withdraw(id, ada)).toMatchObject({ outcome: "over", ended: "withdrawn" })
      expect(await gate.pending.history(id)).toEqual([
        { kind: "asked", at: expect.any(Number), by: "agent-1" },
        { kind: "withdrawn", at: expect.any(Number), ...ada }
      ])
    }
    expect(first.told()).toEqual(["requested", "withdrawn", "requested", "withdrawn"])
  })

  it("takes back an approval that has not been used, and nothing out of their bounds", async () => {
    const gate = await openGate()
    const id = await gate.defer(question({ context: deferred }))
    await gate.decide(id, { decision: "approve" })
    expect(await gate.pending.withdraw(id, { session: "another" })).toMatchObject({ outcome: "unknown" })
    expect(await gate.pending.history(id, { session: "another" })).toEqual([])
    await gate.pending.saw(id, { how: "opened", session: "another", ...ada })
    expect(await gate.pending.withdraw(id, { session: "session-1" })).toEqual({
      outcome: "withdrawn",
      message: "The approval is withdrawn."
    })
    expect((await gate.resumable(id))?.refusal).toMatchObject({ why: "Cancelled" })
    expect((await gate.pending.history(id)).map(({ kind }) => kind)).toEqual(["asked", "approved", "withdrawn"])
    expect(await gate.pending.withdraw("unknown")).toMatchObject({ outcome: "unknown" })
  })

  it("does not undo a denial", async () => {
    const gate = await openGate()
    const id = await gate.defer(question({ context: deferred }))
    await gate.decide(id, { decision: "deny" }, ada)
    expect(await gate.pending.withdraw(id)).toMatchObject({ outcome: "over", ended: "deny", by: "ada" })
  })
})
