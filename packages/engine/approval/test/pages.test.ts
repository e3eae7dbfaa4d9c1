import { endedStates } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { deferred, question } from "./asking.ts"
import { openGate, tampered } from "./openGate.ts"

const asked = (id: string, expiresMs = 60_000) => question({ id, context: { defer: { expiresMs } } })

describe("a page of questions", () => {
  it("is full even if some have expired that the store still has as open", async () => {
    const gate = await openGate()
    const overdue = await gate.defer(asked("overdue"))
    const store = tampered(gate.store)
    store.tamper(overdue, (row) => ({ ...row, expiresAt: row.askedAt }))
    const behind = await openGate({ store: { ...gate.store, list: store.store.list }, key: gate.key })
    const [one, two] = [await gate.defer(asked("1")), await gate.defer(asked("2"))]
    expect((await behind.pending.list({ limit: 10 })).map(({ id }) => id)).toEqual([one, two])
    const all = await behind.pending.find({ states: ["open", ...endedStates], limit: 10 })
    expect(all.map(({ request, state, isOpen }) => [request.id, state, isOpen])).toEqual([
      [overdue, "expired", false],
      [one, "open", true],
      [two, "open", true]
    ])
  })

  it("goes on after a question that has ended, and tells how ended ones ended", async () => {
    const gate = await openGate()
    const ids: Array<string> = []
    for (const id of ["1", "2", "3", "4", "5"]) ids.push(await gate.defer(asked(id)))
    const first = await gate.pending.list({ limit: 2 })
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const last = first[1]?.id ?? ""
    await gate.decide(last, { decision: "deny" }, { by: "ada", from: "a page" })
    const next = await gate.pending.list({ limit: 2, after: last })
    expect(next.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect(await gate.pending.list({ limit: 2, after: ids[4] })).toEqual([])
    expect((await gate.pending.list({ newestFirst: true, limit: 1 })).map(({ id }) => id)).toEqual([ids[4]])
    const request = await gate.find(last)
    const decision = { decision: "deny", by: "ada", from: "a page", at: expect.any(Number) }
    const denied = { request, isOpen: false, state: "denied", waits: false, decision }
    expect(await gate.pending.find({ states: endedStates })).toEqual([denied])
    for (const limit of [0, -1, Number.NaN]) expect(await gate.pending.list({ limit })).toEqual([])
  })

  it("has the questions of one agent or one tool", async () => {
    const gate = await openGate()
    const id = await gate.defer(question({ context: deferred }))
    const [agent, tool] = ["agent-1", "write_file"]
    for (const filter of [{ agent }, { tool }, { agent, tool, session: "session-1", limit: 1 }])
      expect((await gate.pending.list(filter)).map((one) => one.id)).toEqual([id])
    for (const filter of [{ agent: "agent" }, { tool: "write" }, { agent, tool, session: "" }])
      expect(await gate.pending.list(filter)).toEqual([])
  })
})
