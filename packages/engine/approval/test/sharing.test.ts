import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ApprovalDecision, type ApprovalRequest, ApprovalStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { openStore, SqlApprovalStore } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { MemoryApprovalStore, type Suggest, sealOutcome } from "../src/index.ts"
import { answered, approval, deferred, file, question, workspace } from "./asking.ts"
import { newKey, openGate, type Store, unreliable, until } from "./openGate.ts"

const approve: ApprovalDecision = { decision: "approve" }
const forSession: ApprovalDecision = { decision: "approve", scope: "session" }
const resumed = (id: string) => question({ given: { id } })

const places: ReadonlyArray<[string, () => Promise<Store>]> = [
  ["memory", async () => MemoryApprovalStore.make()],
  [
    "SQLite",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "toolgate-approval-"))
      const runtime = ManagedRuntime.make(
        Layer.provide(SqlApprovalStore.layer, openStore(join(folder, "store.sqlite"))) as Layer.Layer<ApprovalStore>
      )
      onTestFinished(async () => {
        await runtime.dispose()
        rmSync(folder, { recursive: true, force: true })
      })
      return Context.get(await runtime.context(), ApprovalStore)
    }
  ]
]

describe.each(places)("gates that share a store in %s", (_place, open) => {
  const openTwo = async () => {
    const store = await open()
    const key = newKey()
    return [await openGate({ store, key }), await openGate({ store, key })] as const
  }

  it("wait for a decision at another gate and report who decided", async () => {
    const [first, second] = await openTwo()
    const { id, answer } = await first.ask(question())
    expect(await second.list()).toEqual(await first.list())
    expect(await second.decide(id, approve, { by: "alice", from: "console" })).toEqual({ outcome: "decided" })
    expect(await answer).toEqual(approval(id, expect.any(Number), { by: "alice", from: "console" }))
    expect(first.told()).toEqual(["requested", "approve"])
    const outcome = await first.decide(id, { decision: "deny" })
    expect(outcome).toEqual({
      outcome: "over",
      ended: "approve",
      by: "alice",
      from: "console",
      at: expect.any(Number),
      message: expect.stringMatching(/^This question is over: it was approved by "alice" from "console" at .*Z\.$/)
    })
  })

  it("refuse a call denied at another gate, with its reason", async () => {
    const [first, second] = await openTwo()
    const { id, answer } = await first.ask(question())
    await second.decide(id, { decision: "deny", reason: "Not now." }, { by: "alice", from: "console" })
    const denied = { id, by: "alice", from: "console", at: expect.any(Number), shown: expect.any(String) }
    expect(await answer).toMatchObject({ why: "UserDenied", message: expect.stringMatching(/"Not now\."/), denied })
  })

  it("notice withdrawals elsewhere and withdraw their own questions", async () => {
    const [first, second] = await openTwo()
    const [one, other] = [await first.ask(question()), await first.ask(question())]
    await Effect.runPromise(second.store.change(one.id, { to: "withdrawn" }))
    expect(await one.answer).toMatchObject({ why: "Cancelled" })
    await other.interrupt()
    expect(await second.list()).toEqual([])
    expect(await second.decide(other.id, approve)).toMatchObject({ outcome: "over", ended: "withdrawn" })
    const third = await first.ask(question())
    await first.close()
    expect(await third.answer).toMatchObject({ why: "Cancelled" })
    expect(await second.decide(third.id, approve)).toMatchObject({ outcome: "over", ended: "withdrawn" })
  })

  it("deliver decisions to a hundred waiting calls", async () => {
    const [first, second] = await openTwo()
    const answers = Array.from({ length: 100 }, (_, n) => first.answer(question({ args: { n } })))
    const all = await until(async () => {
      const open = await second.list()
      return open.length === 100 ? open : undefined
    })
    await Promise.all(all.map(({ id }) => second.decide(id, approve)))
    expect((await Promise.all(answers)).filter((one) => "waitedMs" in one)).toHaveLength(100)
  })

  it("accept fractional milliseconds", async () => {
    const [first, second] = await openTwo()
    const id = await first.defer(question({ context: { defer: { expiresMs: 10_000.5 } } }))
    expect(await second.decide(id, approve)).toEqual({ outcome: "decided" })
    expect(await second.answer(resumed(id))).toMatchObject({ id })
  })

  it("resume, claim once and run a deferred call of another gate", async () => {
    const [first, second] = await openTwo()
    const id = await first.defer(question({ context: deferred }))
    await second.decide(id, approve)
    const claims = await Promise.all(
      [first, second, first, second].map(async (gate) => {
        const given = await gate.answer(resumed(id))
        if (!("claim" in given) || given.claim === undefined) return false
        return (await Effect.runPromise(gate.store.change(id, { to: "claimed", ...given.claim }))).changed
      })
    )
    expect(claims.filter((won) => won)).toHaveLength(1)
    expect(await second.resumable(id)).toMatchObject({ refusal: { message: expect.stringMatching(/already run/) } })
  })
})

describe.each(places)("an approval for the session, stored in %s and withdrawn by another process,", (_place, open) => {
  const openTwo = async () => {
    const store = await open()
    const key = newKey()
    return [await openGate({ store, key }), await openGate({ store, key })] as const
  }
  const withdraw = (gate: { readonly store: Store }, id: string) =>
    Effect.runPromise(gate.store.change(id, { to: "withdrawn" }))

  it("answers no later call, although its own call has run", async () => {
    const [first, second] = await openTwo()
    const { id, answer } = await first.ask(question())
    await second.decide(id, forSession, { by: "alice" })
    const given = await answer
    if (typeof given === "string" || !("claim" in given) || given.claim === undefined)
      throw new Error(JSON.stringify(given))
    await Effect.runPromise(first.store.change(id, { to: "claimed", ...given.claim }))
    expect((await withdraw(second, id)).changed).toBe(false)
    await Effect.runPromise(first.store.change(id, { to: "done", outcome: sealOutcome(first.key, id, answered) }))
    expect(await first.answer(question())).toMatchObject({ waitedMs: 0, by: "alice" })

    expect((await withdraw(second, id)).changed).toBe(true)
    const next = await first.ask(question())
    expect(next.id).not.toBe(id)
    // The outcome is still available to a caller that resumes it.
    expect(await second.resumable(id)).toMatchObject({
      refusal: {
        message: expect.stringMatching(/already run/),
        details: { outcome: { state: "withdrawn", executed: "yes" } }
      }
    })

    await second.decide(next.id, forSession)
    await next.answer
    expect(await first.answer(question())).toMatchObject({ waitedMs: 0 })
  })

  it("reports the withdrawal, not a missing answer", async () => {
    const [first, second] = await openTwo()
    const id = await first.defer(question({ context: deferred }))
    await first.decide(id, forSession, { by: "alice", from: "console" })
    expect(await first.answer(question())).toMatchObject({ waitedMs: 0 })
    await withdraw(second, id)
    expect(await first.answer(resumed(id))).toMatchObject({
      why: "Cancelled",
      message: 'The approval of this call of tool "write_file" was withdrawn.',
      details: { approvalId: id }
    })
    expect(await second.decide(id, approve)).toMatchObject({
      outcome: "over",
      ended: "withdrawn",
      message: expect.stringMatching(/^This question is over: it was withdrawn after it had been approved by "alice" /)
    })
    expect((await first.ask(question())).id).not.toBe(id)
  })
})

describe("an answer for the session", () => {
  it("answers nothing while the store is unavailable", async () => {
    let isAway = false
    const gate = await openGate({ store: unreliable(MemoryApprovalStore.make(), () => isAway) })
    const { id, answer } = await gate.ask(question())
    await gate.decide(id, forSession)
    await answer
    isAway = true
    expect(await gate.answer(question())).toMatchObject({ why: "StoreUnavailable" })
    isAway = false
    expect(await gate.answer(question())).toMatchObject({ waitedMs: 0 })
  })

  const openTwo = async () => {
    const store = MemoryApprovalStore.make()
    const key = newKey()
    return [await openGate({ store, key }), await openGate({ store, key })] as const
  }

  it("is stored only by the gate that asked", async () => {
    const [first, second] = await openTwo()
    const { id, answer } = await first.ask(question())
    await second.decide(id, forSession, { by: "alice" })
    await answer
    expect(await first.answer(question())).toMatchObject({ waitedMs: 0, by: "alice" })
    expect((await second.ask(question())).id).not.toBe(id)
  })

  it("answers a call that was deferred, and then the calls of the gate that deferred it", async () => {
    const [first, second] = await openTwo()
    const id = await first.defer(question({ context: deferred }))
    await second.decide(id, forSession)
    expect(await first.answer(resumed(id))).toMatchObject({ id })
    expect(await first.answer(question())).toMatchObject({ waitedMs: 0 })
  })

  it("applies to its call only if the session has ended, even if a new one has its name", async () => {
    const [first, second] = await openTwo()
    const { id, answer } = await first.ask(question())
    first.sessionEnded?.("session-1")
    const later = await first.ask(question())
    await second.decide(id, forSession)
    expect(await answer).toMatchObject({ id })
    expect((await first.list()).map((one) => one.id)).toEqual([later.id])
    expect((await first.ask(question())).id).not.toBe(later.id)
  })

  it("answers no other question of a session that has ended", async () => {
    const gate = await openGate()
    const [one, other] = [await gate.ask(question()), await gate.ask(question())]
    gate.sessionEnded?.("session-1")
    await gate.decide(one.id, forSession)
    expect(await one.answer).toMatchObject({ id: one.id })
    expect((await gate.list()).map(({ id }) => id)).toEqual([other.id])
  })

  it.each<[string, ReadonlyArray<"Date" | "performance">]>([
    ["the time of day", ["Date"]],
    ["the clock that nobody sets", ["performance"]]
  ])("ends after 8 hours by %s", async (_name, toFake) => {
    const gate = await openGate({ onAsk: () => forSession })
    vi.useFakeTimers({ toFake: [...toFake], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    await gate.answer(question())
    // The other clock advances.
    vi.advanceTimersByTime(7 * 60 * 60_000)
    await gate.answer(question())
    expect(gate.told()).toEqual(["requested", "approve"])
    vi.advanceTimersByTime(60 * 60_000)
    await gate.answer(question())
    expect(gate.told()).toEqual(["requested", "approve", "requested", "approve"])
  })
})

it("an answer for the session ends 8 hours after it was given, even if a deferred call uses it later", async () => {
  const gate = await openGate({ onAsk: () => approve })
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const id = await gate.defer(question({ context: deferred }))
  await gate.decide(id, forSession, { from: "web" })
  vi.advanceTimersByTime(7 * 60 * 60_000)
  expect(await gate.answer(resumed(id))).toMatchObject({ id })
  expect(await gate.answer(question())).toMatchObject({ from: "web" })
  vi.advanceTimersByTime(60 * 60_000 + 60_000)
  expect(await gate.answer(question())).toMatchObject({ from: "onAsk" })
})

describe("a clock that is set back", () => {
  it("revives no question, and new ones can be answered", async () => {
    const gate = await openGate()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ["Date"], now })
    onTestFinished(() => void vi.useRealTimers())
    const id = await gate.defer(question({ context: { defer: { expiresMs: 60_000 } } }))
    vi.setSystemTime(now + 3_600_000)
    expect(await gate.list()).toEqual([])
    vi.setSystemTime(now - 3_600_000)
    expect(await gate.decide(id, approve)).toMatchObject({ outcome: "over", ended: "expired" })
    const next = await gate.defer(question({ context: deferred }))
    expect(await gate.decide(next, approve)).toEqual({ outcome: "decided" })
  })
})

describe("a store whose clock is behind", () => {
  it("keeps no question open without a waiting call", async () => {
    const store = MemoryApprovalStore.make(() => 0)
    const gate = await openGate({ store, timeoutMs: 5 })
    expect(await gate.answer(question())).toMatchObject({ why: "ApprovalExpired" })
    expect(await gate.list()).toEqual([])
    expect(await Effect.runPromise(store.list({ states: ["open"] }))).toEqual([])
  })
})

describe("the state of an ended process", () => {
  it("is cleaned up before a decision or resumption", async () => {
    const store = MemoryApprovalStore.make()
    const left = new Map<string, "withdrawn" | "unknown">()
    const sweep = () => Effect.forEach(left, ([id, to]) => store.change(id, { to }), { discard: true })
    const gate = await openGate({ store: { ...store, sweep } })
    const [claimed, waiting] = [await gate.defer(question({ context: deferred })), await gate.ask(question())]
    await gate.decide(claimed, approve)
    const given = await gate.answer(resumed(claimed))
    if (!("claim" in given) || given.claim === undefined) return expect.fail()
    await Effect.runPromise(store.change(claimed, { to: "claimed", ...given.claim }))
    left.set(claimed, "unknown")
    left.set(waiting.id, "withdrawn")
    const unknown = { message: expect.stringMatching(/has started, and its outcome is unknown/) }
    expect(await gate.resumable(claimed)).toMatchObject({ refusal: unknown })
    expect(await gate.decide(waiting.id, approve)).toMatchObject({ outcome: "over", ended: "withdrawn" })
    expect(await waiting.answer).toMatchObject({ why: "Cancelled" })
  })
})

describe("a store that cannot be reached", () => {
  const opened = async (options: Parameters<typeof openGate>[0] = {}) => {
    const broken = new Set<keyof Store>()
    const store = unreliable(MemoryApprovalStore.make(), (method) => broken.has(method))
    return { ...(await openGate({ ...options, store })), broken }
  }
  const unavailable = {
    why: "StoreUnavailable",
    message:
      'Tool "write_file" needs a person\'s approval, but the approval store is unavailable: The store is away; start it.'
  }

  it("refuses a call if its question cannot be stored", async () => {
    const gate = await opened()
    gate.broken.add("add")
    expect(await gate.answer(question())).toMatchObject(unavailable)
    expect(await gate.answer(question({ context: deferred }))).toMatchObject(unavailable)
    expect(gate.told()).toEqual([])
  })

  it("fails list, get and decide, and the question stays open", async () => {
    const gate = await opened()
    const { id, answer } = await gate.ask(question())
    for (const method of ["sweep", "get", "list", "change"] as const) gate.broken.add(method)
    for (const tried of [gate.list(), gate.find(id), gate.decide(id, approve), gate.resumable(id)])
      await expect(tried).rejects.toThrow("The store is away; start it.")
    gate.broken.clear()
    expect(await gate.decide(id, approve)).toEqual({ outcome: "decided" })
    expect(await answer).toMatchObject({ id })
  })

  it("refuses a call if its approval cannot be read", async () => {
    const gate = await opened()
    const id = await gate.defer(question({ context: deferred }))
    await gate.decide(id, approve)
    gate.broken.add("get")
    expect(await gate.answer(resumed(id))).toMatchObject(unavailable)
    gate.broken.clear()
    expect(await gate.answer(resumed(id))).toMatchObject({ id })
  })

  it("refuses a call if its approval cannot be stored", async () => {
    const given = Promise.withResolvers<ApprovalDecision>()
    const gate = await opened({ onAsk: () => given.promise })
    const { id, answer } = await gate.ask(question())
    gate.broken.add("change")
    given.resolve(approve)
    expect(await answer).toMatchObject(unavailable)
    expect(gate.told()).toEqual(["requested", "withdrawn"])
    expect(gate.logs).toEqual([expect.stringMatching(/level=ERROR.*could not be told how a question ended/s)])
    gate.broken.clear()
    expect(await gate.answer(resumed(id))).toMatchObject({ why: "PolicyDenied" })
  })

  it("does not delay cancelled or expired calls", async () => {
    const gate = await opened({ timeoutMs: 1000 })
    const cancelled = await gate.ask(question())
    const waiting = await gate.ask(question())
    gate.broken.add("change")
    await cancelled.interrupt()
    expect(await waiting.answer).toMatchObject({ why: "ApprovalExpired" })
    expect(gate.told()).toEqual(["requested", "requested", "withdrawn", "expired"])
  })

  it("is used again when it is back", async () => {
    const gate = await opened()
    const other = await openGate({ store: gate.store, key: gate.key })
    const { id, answer } = await gate.ask(question())
    gate.broken.add("list")
    await other.decide(id, approve)
    await expect.poll(() => gate.logs).toEqual([expect.stringMatching(/cannot be read; calls keep waiting/)])
    gate.broken.clear()
    await gate.defer(question({ context: deferred }))
    expect(await answer).toMatchObject({ id })
  })

  it("reports a missing row", async () => {
    const store = MemoryApprovalStore.make()
    const gate = await openGate({ store: { ...store, get: () => Effect.succeed(undefined) } })
    const { id } = await gate.ask(question())
    expect(await gate.decide(id, approve)).toMatchObject({ outcome: "unknown" })
  })
})

describe("an approval for always", () => {
  const always: ApprovalDecision = { decision: "approve", scope: "always" }
  const rule = { suggestRule: () => ({ rule: "write_file(src/auth.ts)" }) }

  it("approves its call, suggests its rule once and reports the result", async () => {
    const suggested: Array<[ApprovalRequest, object, object]> = []
    const gate = await openGate({
      suggest: (request, approver, call) => {
        suggested.push([request, approver, call])
        return "The rule is in review.yaml."
      }
    })
    const { id, answer } = await gate.ask(question(rule))
    expect(await gate.decide(id, always, { by: "alice" })).toEqual({
      outcome: "decided",
      message: "The rule is in review.yaml."
    })
    expect(await answer).toMatchObject({ id })
    const call = { resources: [file("/ws/src/auth.ts")], context: { workspace, session: "session-1" } }
    expect(suggested).toMatchObject([[{ id, always: { rule: "write_file(src/auth.ts)" } }, { by: "alice" }, call]])
    // The next call is asked about again.
    expect((await gate.ask(question(rule))).id).not.toBe(id)
  })

  it("from onAsk suggests its rule before the gate closes", async () => {
    const suggested: Array<string> = []
    const gate = await openGate({
      onAsk: () => always,
      suggest: async () => {
        for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
        suggested.push("suggested")
        return undefined
      }
    })
    await gate.answer(question(rule))
    await gate.close()
    expect(suggested).toEqual(["suggested"])
  })

  it("of a deferred call suggests its rule at the deciding gate", async () => {
    const rules: Array<string | undefined> = []
    const suggest: Suggest = async ({ always }) => {
      rules.push(always?.rule)
      return undefined
    }
    const gate = await openGate()
    const id = await gate.defer(question({ ...rule, context: deferred }))
    const other = await openGate({ store: gate.store, key: gate.key, suggest })
    expect(await other.decide(id, always)).toMatchObject({
      outcome: "decided",
      message: expect.stringMatching(/^Always/)
    })
    expect(rules).toEqual(["write_file(src/auth.ts)"])
    expect(await gate.answer(resumed(id))).toMatchObject({ id })
  })

  it("suggests nothing for incomplete summaries or without suggest", async () => {
    let times = 0
    const gate = await openGate({ suggest: () => String(++times) })
    const long = await gate.ask(question({ ...rule, args: { long: "x".repeat(70_000) } }))
    expect(await gate.decide(long.id, always)).toEqual({
      outcome: "decided",
      message: "Always: not offered, because the call cannot be shown in full."
    })
    expect(await long.answer).toMatchObject({ id: long.id })
    expect(times).toBe(0)
    const without = await openGate()
    const { id } = await without.ask(question(rule))
    expect(await without.decide(id, always)).toMatchObject({ message: expect.stringMatching(/^No rule is suggested/) })
  })

  it.each<[string, Suggest]>([
    [
      "throws",
      () => {
        throw new Error("The disk is full.")
      }
    ],
    ["rejects", () => Promise.reject(new Error("The disk is full."))]
  ])("remains valid if the suggest function %s", async (_name, suggest) => {
    const gate = await openGate({ suggest })
    const { id, answer } = await gate.ask(question(rule))
    expect(await gate.decide(id, always)).toMatchObject({ outcome: "decided", message: expect.stringMatching(/log/) })
    expect(await answer).toMatchObject({ id })
    expect(gate.logs).toEqual([expect.stringMatching(/level=ERROR.*No rule could be suggested.*The disk is full/s)])
  })
})

describe("the options", () => {
  it("are refused if they are invalid", async () => {
    const key = new SecretKey(randomBytes(32))
    const { layer } = (await import("../src/index.ts")).StoredApprovals
    expect(() => layer({ key, suggest: {} as Suggest })).toThrow(
      new TypeError('"suggest" must be a function that suggests a rule.')
    )
  })
})
