import type { ApprovalChange, ApprovalDecision, StoredApproval, StoredDecision } from "@toolgate/core"
import { getLeastCount, runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MemoryApprovalStore } from "../src/index.ts"
import { deferred, question } from "./asking.ts"
import { newKey, openGate, tampered } from "./openGate.ts"

const approve: ApprovalDecision = { decision: "approve" }
const asked = (path = "a") => question({ args: { path }, context: deferred })
const resumed = (id: string, path = "a") => question({ args: { path }, given: { id } })

/** Opens a gate over a store whose rows can be changed by hand. */
const openTampered = async () => {
  const { store, tamper } = tampered(MemoryApprovalStore.make())
  const gate = await openGate({ store })
  const row = async (id: string): Promise<StoredApproval> =>
    (await Effect.runPromise(store.get(id))) ?? expect.fail("There is no such row.")
  return { ...gate, tamper, row }
}

const refusedFor = (why: RegExp) => ({ why: "PolicyDenied", message: expect.stringMatching(why) })

describe("a row that was changed by hand", () => {
  it.each<[string, Partial<StoredApproval>]>([
    ["tool", { tool: "read_file" }],
    ["class", { sideEffects: "READ" }],
    ["agent", { agent: "agent-2" }],
    ["time of asking", { askedAt: 1 }],
    ["expiry", { expiresAt: 8e15 }]
  ])("is not trusted: its %s", async (member, change) => {
    const gate = await openTampered()
    const id = await gate.defer(asked())
    gate.tamper(id, (row) => ({ ...row, ...change }))
    const why = `The ${member} of the stored request was changed.`
    expect(await gate.find(id)).toMatchObject({ unreadable: why, inspectable: false, maySpanSession: false, args: {} })
    expect(await gate.list()).toMatchObject([{ id, unreadable: why }])
    expect(await gate.decide(id, approve)).toEqual({
      outcome: "unreadable",
      message: `Nobody can decide this question here. ${why}`
    })
    expect(await gate.resumable(id)).toMatchObject({
      refusal: refusedFor(/needs a new approval\. The .* was changed\.$/)
    })
    expect(await gate.answer(resumed(id))).toMatchObject(refusedFor(/was changed\.$/))
  })

  it("of an earlier version is invalid, with advice", async () => {
    const gate = await openTampered()
    const id = await gate.defer(asked())
    expect(await gate.decide(id, approve)).toMatchObject({ outcome: "decided" })
    gate.tamper(id, (row) => {
      const [shown = "", sealed = ""] = row.sealed.split(" ")
      const associated = ["approval request", "1", row.id, row.digest, row.keyId, String(row.waits)]
      const facts = JSON.parse(gate.key.open(sealed, associated) ?? "")
      return { ...row, sealed: `${shown} ${gate.key.seal(JSON.stringify({ ...facts, version: 1 }), associated)}` }
    })
    const why =
      /asked for by an earlier version of Toolgate, whose approvals did not cover everything.* Make the call again/
    expect(await gate.resumable(id)).toMatchObject({ refusal: refusedFor(why) })
    expect(await gate.answer(resumed(id))).toMatchObject(refusedFor(why))
  })

  it("is visible only in its own session", async () => {
    const gate = await openTampered()
    const id = await gate.defer(asked())
    gate.tamper(id, (row) => ({ ...row, session: "mine" }))
    const [shown] = await gate.list({ session: "mine" })
    expect(shown).toMatchObject({ unreadable: expect.any(String), args: {}, callId: "" })
    expect(await gate.decide(id, approve, { session: "mine" })).toMatchObject({ outcome: "unreadable" })
    expect(await gate.decide(id, approve, { session: "session-1" })).toMatchObject({ outcome: "unknown" })
  })

  it("is not approved without a valid decision", async () => {
    const gate = await openTampered()
    const id = await gate.defer(asked())
    const { digest } = await gate.row(id)
    const madeUp: StoredDecision = { decision: "approve", by: "alice", from: "web", at: 1, sealed: "", mac: digest }
    for (const decision of [undefined, madeUp]) {
      gate.tamper(id, (row) => ({ ...row, state: "approved", decision }))
      expect(await gate.answer(resumed(id))).toMatchObject(refusedFor(/needs a new approval\. The store/))
      expect(await gate.resumable(id)).toMatchObject({ refusal: refusedFor(/needs a new approval\. The store/) })
      expect(await gate.decide(id, approve)).toEqual({
        outcome: "over",
        ended: "approve",
        message: "This question is over: it was approved."
      })
    }
  })

  it("rejects decisions of other requests and inverted ones", async () => {
    const gate = await openTampered()
    const [first, second] = [await gate.defer(asked()), await gate.defer(asked())]
    await gate.decide(first, approve)
    const { decision } = await gate.row(first)
    gate.tamper(second, (row) => ({ ...row, state: "approved", decision }))
    expect(await gate.answer(resumed(second))).toMatchObject(refusedFor(/not recorded by a gate with this key/))
    const third = await gate.defer(asked())
    await gate.decide(third, { decision: "deny" })
    const denied = (await gate.row(third)).decision ?? expect.fail()
    for (const turned of [denied, { ...denied, decision: "approve" as const }]) {
      gate.tamper(third, (row) => ({ ...row, state: "approved", decision: turned }))
      expect(await gate.answer(resumed(third))).toMatchObject(refusedFor(/not recorded by a gate with this key/))
    }
  })

  it("cannot be swapped with another request, in whole or in part", async () => {
    const gate = await openTampered()
    const [harmless, harmful] = [await gate.defer(asked("a")), await gate.defer(asked("b"))]
    await gate.decide(harmless, approve)
    const [one, other] = [await gate.row(harmless), await gate.row(harmful)]
    const [shown] = one.sealed.split(" ")
    const [, facts] = other.sealed.split(" ")
    for (const change of [
      { sealed: other.sealed },
      { sealed: other.sealed, digest: other.digest },
      { sealed: `${shown} ${facts}` },
      { sealed: `${facts} ${shown}` },
      { sealed: `${one.sealed} ${facts}` },
      { sealed: "" }
    ]) {
      gate.tamper(harmless, (row) => ({ ...row, ...change }))
      expect(await gate.answer(resumed(harmless, "b"))).toMatchObject(refusedFor(/The stored request was changed/))
    }
    // Puts one row under the requested id of the other.
    gate.tamper(harmful, () => ({ ...one, id: harmful }))
    expect(await gate.answer(resumed(harmful, "b"))).toMatchObject(refusedFor(/The stored request was changed/))
  })

  it("does not make a waiting call resumable", async () => {
    const gate = await openTampered()
    const { id, answer } = await gate.ask(question({ args: { path: "a" } }))
    await gate.decide(id, approve)
    expect(await answer).toMatchObject({ id })
    gate.tamper(id, (row) => ({ ...row, waits: false }))
    expect(await gate.answer(resumed(id))).toMatchObject(refusedFor(/The stored request was changed/))
    expect(await gate.resumable(id)).toMatchObject({ refusal: refusedFor(/The stored request was changed/) })
  })

  it("ends and refuses the waiting call", async () => {
    const { store, tamper } = tampered(MemoryApprovalStore.make())
    const [gate, other] = [await openGate({ store }), await openGate({ store })]
    const forged = await gate.ask(question())
    // Another key approves it, as a gate of another user might have.
    expect(await other.decide(forged.id, approve)).toMatchObject({ outcome: "unreadable" })
    tamper(forged.id, (row) => ({ ...row, state: "approved" }))
    const touch = await gate.defer(asked())
    await gate.decide(touch, approve)
    expect(await forged.answer).toMatchObject(refusedFor(/The store says that it was decided, but has no decision/))
    const exchanged = await gate.ask(question())
    tamper(exchanged.id, (row) => ({ ...row, state: "approved", sealed: "" }))
    await gate.defer(asked())
    expect(await exchanged.answer).toMatchObject(refusedFor(/was replaced with another one/))
  })
})

describe("any single bit of a stored approval", () => {
  const texts = ["tool", "sideEffects", "agent", "session", "state", "digest", "keyId", "sealed"] as const
  const numbers = ["askedAt", "expiresAt"] as const
  const ofDecision = ["decision", "by", "from", "sealed", "mac"] as const
  const flipText = (text: string, at: number, bit: number) => {
    const units = [...text].map((_, index) => text.charCodeAt(index))
    const index = at % units.length
    units[index] = (units[index] ?? 0) ^ (1 << (bit % 16))
    return String.fromCharCode(...units)
  }
  // Only bits whose change leaves a number that a database stores exactly.
  const flipNumber = (value: number, bit: number) => Number(BigInt(value) ^ (1n << BigInt(bit % 52)))
  const changes = fc.tuple(
    fc.oneof(
      fc.constantFrom(...texts).map((name) => ({ of: "text", name }) as const),
      fc.constantFrom(...numbers).map((name) => ({ of: "number", name }) as const),
      fc.constantFrom(...ofDecision).map((name) => ({ of: "decision", name }) as const),
      fc.constantFrom({ of: "at" } as const, { of: "waits" } as const)
    ),
    fc.nat(),
    fc.nat()
  )

  it("invalidates it when flipped", async () => {
    const gate = await openTampered()
    const id = await gate.defer(asked())
    await gate.decide(id, approve, { by: "alice", from: "web" })
    const row = await gate.row(id)
    expect(await gate.answer(resumed(row.id))).toMatchObject({ id: row.id })
    await fc.assert(
      fc.asyncProperty(changes, async ([what, at, bit]) => {
        const decision = row.decision ?? expect.fail()
        const changed = (): Partial<StoredApproval> => {
          switch (what.of) {
            case "text":
              return { [what.name]: flipText(row[what.name], at, bit) }
            case "number":
              return { [what.name]: flipNumber(row[what.name], bit) }
            case "decision":
              return {
                decision: { ...decision, [what.name]: flipText(decision[what.name], at, bit) } as StoredDecision
              }
            case "at":
              return { decision: { ...decision, at: flipNumber(decision.at, bit) } }
            default:
              return { waits: !row.waits }
          }
        }
        gate.tamper(row.id, () => ({ ...row, ...changed() }) as StoredApproval)
        const answer = await gate.answer(resumed(row.id))
        expect(answer).toMatchObject({ _tag: "Refused", message: expect.stringMatching(/\.$/) })
        expect(await gate.resumable(row.id)).toMatchObject({ refusal: { _tag: "Refused" } })
      }),
      runs(2000)
    )
  })
})

describe("without the key", () => {
  it("requests are listed by their plain fields and cannot be decided or resumed", async () => {
    const first = await openGate()
    const { store } = first
    const id = await first.defer(asked())
    const lost = /^The stored request is sealed with the key "[0-9a-f]{16}", and this gate has the key "[0-9a-f]{16}"/
    const second = await openGate({ store, key: newKey() })
    expect(await second.list()).toMatchObject([
      {
        id,
        toolName: "write_file",
        agent: "agent-1",
        session: "session-1",
        args: {},
        unreadable: expect.stringMatching(lost)
      }
    ])
    expect(await second.decide(id, approve)).toMatchObject({
      outcome: "unreadable",
      message: expect.stringMatching(/key/)
    })
    expect(await second.find(id)).toMatchObject({ unreadable: expect.stringMatching(lost) })
    await first.decide(id, approve)
    expect(await second.answer(resumed(id))).toMatchObject(refusedFor(/sealed with the key/))
    expect(await second.resumable(id)).toMatchObject({
      call: { tool: "write_file", args: {} },
      context: { principal: { agent: "agent-1", ceiling: { tools: [] } } },
      refusal: refusedFor(/sealed with the key/)
    })
  })
})

describe("under concurrent decisions, withdrawals, expiry, claims and sweeps", () => {
  interface Step {
    readonly client: number
    readonly act: "approve" | "deny" | "edit" | "withdraw" | "expire" | "claim" | "resume" | "sweep" | "done" | "wait"
  }
  const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
    fc.record({
      client: fc.nat({ max: 2 }),
      act: fc.oneof(
        { arbitrary: fc.constantFrom("approve" as const, "resume" as const), weight: 2 },
        fc.constantFrom("deny", "edit", "withdraw", "expire", "claim", "sweep", "done", "wait")
      )
    }),
    { maxLength: 12 }
  )

  it("a call runs at most once, and only if the first decision approved it", async () => {
    const seen = { run: 0, not: 0 }
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, atOnce) => {
        let now = 1_000_000
        const store = MemoryApprovalStore.make(() => now)
        const key = newKey()
        const gates = await Promise.all([0, 1, 2].map(() => openGate({ store, key })))
        const gateOf = (client: number) => gates[client] ?? expect.fail()
        const id = await gateOf(0).defer(asked())
        const decided: Array<string> = []
        let runs = 0
        const change = (one: ApprovalChange) => Effect.runPromise(store.change(id, one))
        const doStep = async ({ client, act }: Step): Promise<void> => {
          const gate = gateOf(client)
          if (act === "approve" || act === "deny" || act === "edit") {
            const decision: ApprovalDecision =
              act === "edit" ? { decision: "approve", args: { path: "b" } } : { decision: act }
            if ((await gate.decide(id, decision)).outcome === "decided") decided.push(act)
          } else if (act === "withdraw") await change({ to: "withdrawn" })
          else if (act === "expire") await change({ to: "expired" })
          else if (act === "sweep") await Effect.runPromise(store.sweep())
          else if (act === "wait") now += 60_000
          else if (act === "done") await change({ to: "done" })
          else if (act === "claim") await change({ to: "claimed", digest: "", mac: "" })
          else {
            const approval = await gate.answer(resumed(id))
            if ("claim" in approval && approval.claim !== undefined)
              if ((await change({ to: "claimed", ...approval.claim })).changed) runs++
          }
        }
        if (atOnce) await Promise.all(all.map(doStep))
        else for (const step of all) await doStep(step)
        await Promise.all(gates.map((gate) => gate.close()))
        expect(decided.length).toBeLessThanOrEqual(1)
        expect(runs).toBeLessThanOrEqual(decided[0] === undefined || decided[0] === "deny" ? 0 : 1)
        seen[runs === 1 ? "run" : "not"]++
      }),
      runs(300)
    )
    expect(Math.min(seen.run, seen.not)).toBeGreaterThanOrEqual(getLeastCount(0.3, runs(300)))
  })
})
