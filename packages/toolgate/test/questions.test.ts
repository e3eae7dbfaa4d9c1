import { Approvals, PendingApprovals, StoreUnavailable, type ToolEvents } from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { describe, expect, expectTypeOf, it } from "vitest"
import { openWorkspace, ToolgateLayer } from "../src/effect.ts"
import { type ApprovalDecision, type ApprovalRequest, createToolgate, type ToolgateOptions } from "../src/index.ts"
import { newFolder, note, noting, opened, take, textOf } from "./asking.ts"

const approve: ApprovalDecision = { decision: "approve" }
const deny: ApprovalDecision = { decision: "deny" }

describe("a waiting question", () => {
  it("is listed until it is decided, and then the call runs", async () => {
    const gate = await opened({ onAsk: "wait" })
    const answer = gate.dispatch(noting("hello"), { session: "s", agent: "me" })
    const [question] = await take(gate.approvals, 1)
    expect(await gate.approvals.list()).toEqual([question])
    expect(question).toMatchObject({ toolName: "note", session: "s", agent: "me", args: { text: "hello" } })
    expect(await gate.approvals.decide(question?.id ?? "", approve)).toEqual({ outcome: "decided" })
    expect(await answer).toMatchObject({ success: true, output: { content: [{ type: "text", text: "noted hello" }] } })
    expect(await gate.approvals.list()).toEqual([])
  })

  it("expires, and is withdrawn with its call", async () => {
    const gate = await opened({ onAsk: "wait", approvalTimeoutMs: 1 })
    expect(await gate.dispatch(noting())).toMatchObject({ executed: "no", error: { why: "ApprovalExpired" } })
    const patient = await opened({ onAsk: "wait" })
    const answer = patient.dispatch(noting(), { session: "s" })
    const [question] = await take(patient.approvals, 1)
    await patient.cancelSession("s")
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(await patient.approvals.decide(question?.id ?? "", approve)).toEqual({
      outcome: "over",
      ended: "withdrawn",
      message: "This question is over: it was withdrawn before anybody decided."
    })
  })

  it("is decided by the first of two concurrent answers, and the second learns the decision", async () => {
    const gate = await opened({ onAsk: "wait" })
    const answer = gate.dispatch(noting())
    const [{ id } = { id: "" }] = await take(gate.approvals, 1)
    expect(await Promise.all([gate.approvals.decide(id, deny), gate.approvals.decide(id, approve)])).toEqual([
      { outcome: "decided" },
      {
        outcome: "over",
        ended: "deny",
        at: expect.any(Number),
        message: expect.stringMatching(/^This question is over: it was denied at .*Z\.$/)
      }
    ])
    expect(await answer).toMatchObject({ executed: "no", error: { why: "UserDenied" } })
  })

  it("is unknown to another gate, and ignores an invalid decision", async () => {
    const [gate, other] = [await opened({ onAsk: "wait" }), await opened({ onAsk: "wait" })]
    const answer = gate.dispatch(noting())
    const [{ id } = { id: "" }] = await take(gate.approvals, 1)
    expect(await other.approvals.decide(id, approve)).toMatchObject({
      outcome: "unknown",
      message: expect.stringMatching(/^Unknown question: it may/)
    })
    const bad = [
      undefined,
      null,
      "approve",
      true,
      [],
      { decision: "yes" },
      { ...approve, until: "noon" },
      Symbol("approve")
    ]
    for (const given of bad)
      expect(await gate.approvals.decide(id, given as ApprovalDecision)).toMatchObject({
        outcome: "invalid",
        message: expect.stringMatching(/^This decision is invalid: .*\.$/)
      })
    for (const strange of [undefined, null, 7, {}, "__proto__"])
      expect(await gate.approvals.decide(strange as string, approve)).toMatchObject({ outcome: "unknown" })
    expect(await gate.approvals.list()).toHaveLength(1)
    await gate.approvals.decide(id, approve)
    expect(await answer).toMatchObject({ success: true })
  })
})

describe("a question to a function", () => {
  it("is also listed and can be decided there, and the first answer wins", async () => {
    const asked = Promise.withResolvers<AbortSignal>()
    const gate = await opened({
      onAsk: (_question, signal) => {
        asked.resolve(signal)
        return new Promise(() => {})
      }
    })
    const answer = gate.dispatch(noting())
    const signal = await asked.promise
    const [question] = await gate.approvals.list()
    await gate.approvals.decide(question?.id ?? "", approve)
    expect([(await answer).success, signal.aborted]).toEqual([true, true])
  })

  it("leaves the list once the function has answered", async () => {
    const gate = await opened({ onAsk: () => deny })
    await gate.dispatch(noting())
    expect(await gate.approvals.list()).toEqual([])
  })
})

describe("a reader of questions", () => {
  it("sees the open questions, and then each new one", async () => {
    const gate = await opened({ onAsk: "wait", limits: { callsPerSession: 1 } })
    void gate.dispatch(noting("first"))
    await take(gate.approvals, 1)
    const seen = take(gate.approvals, 3)
    void gate.dispatch(noting("second"))
    void gate.dispatch(noting("third"))
    expect((await seen).map(textOf)).toEqual(["first", "second", "third"])
  })

  it("sees all questions beside other readers", async () => {
    const gate = await opened({ onAsk: "wait" })
    const readers = [take(gate.approvals, 3), take(gate.approvals, 3), take(gate.approvals, 3)]
    for (const text of ["a", "b", "c"]) void gate.dispatch(noting(text))
    for (const reader of readers) expect((await reader).map(textOf)).toEqual(["a", "b", "c"])
  })

  it("that is slow skips ended questions, and misses no open one", async () => {
    const gate = await opened({ onAsk: "wait" })
    const reader = gate.approvals[Symbol.asyncIterator]()
    const answers = Array.from({ length: 100 }, (_, at) => gate.dispatch(noting(String(at))))
    expect((await reader.next()).value?.args).toEqual({ text: "0" })
    await expect.poll(() => gate.approvals.list()).toHaveLength(100)
    const open = await gate.approvals.list()
    for (const { id } of open.slice(0, 98)) await gate.approvals.decide(id, approve)
    void gate.dispatch(noting("late"))
    const rest = await take({ [Symbol.asyncIterator]: () => reader }, 3)
    expect(rest.map(textOf)).toEqual(["98", "99", "late"])
    await gate.close()
    expect((await Promise.all(answers)).filter(({ success }) => success)).toHaveLength(98)
  })

  it("decides while it reads", async () => {
    const gate = await opened({ onAsk: "wait" })
    const reading = (async () => {
      for await (const { id, args } of gate.approvals)
        await gate.approvals.decide(id, args.text === "bad" ? { decision: "deny", reason: "No." } : approve)
    })()
    const answers = await gate.dispatchAll([noting("good"), noting("bad"), noting("good")])
    expect(answers.map(({ success }) => success)).toEqual([true, false, true])
    await gate.close()
    await reading
  })

  it("ends when it stops, even while it waits, and completes its iteration", async () => {
    const gate = await opened({ onAsk: "wait" })
    const reader = gate.approvals[Symbol.asyncIterator]()
    const waiting = [reader.next(), reader.next()]
    await reader.return?.()
    expect(await Promise.all([...waiting, reader.next()])).toEqual(Array(3).fill({ done: true, value: undefined }))
  })

  it("ends with its gate, while it waits, before its start and afterwards", async () => {
    const gate = await opened({ onAsk: "wait" })
    const [waiting, idle] = [gate.approvals[Symbol.asyncIterator](), gate.approvals[Symbol.asyncIterator]()]
    const next = waiting.next()
    const answer = gate.dispatch(noting())
    expect((await next).done).toBe(false)
    const last = waiting.next()
    await gate.close()
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    const done = { done: true, value: undefined }
    const late = gate.approvals[Symbol.asyncIterator]()
    expect([await last, await idle.next(), await late.next()]).toEqual([done, done, done])
    expect(await gate.approvals.list()).toEqual([])
  })

  it("hears of questions even beside a reader of events that throws or stops", async () => {
    const gate = await opened({ onAsk: "wait" })
    const [events, seen] = [gate.events(), take(gate.approvals, 2)]
    void gate.dispatch(noting("a"))
    await expect(
      (async () => {
        for await (const event of events) throw new Error(event.type)
      })()
    ).rejects.toThrow("tool.confirmation_requested")
    void gate.dispatch(noting("b"))
    expect((await seen).map(textOf)).toEqual(["a", "b"])
  })
})

describe("a layer of approvals", () => {
  const yes = Layer.succeed(Approvals, { obtain: () => Effect.succeed({ id: "1", waitedMs: 0 }) })

  it("is asked instead of a function, and its list may be empty", async () => {
    const gate = await opened({ approvals: yes })
    expect(await gate.dispatch(noting())).toMatchObject({ success: true })
    expect(await gate.approvals.list()).toEqual([])
    expect(await gate.approvals.decide("1", approve)).toMatchObject({ outcome: "unknown" })
    const reading = take(gate.approvals, 1)
    await gate.close()
    expect(await reading).toEqual([])
  })

  it("may have its own list, which is read again for each change, and its failure reaches a reader", async () => {
    const question = { id: "q", args: { text: "from elsewhere" } } as unknown as ApprovalRequest
    const listeners = new Set<() => void>()
    let open: ReadonlyArray<ApprovalRequest> = []
    let isUp = true
    const stored = Layer.mock(PendingApprovals, {
      list: () =>
        Effect.suspend(() =>
          isUp
            ? Effect.succeed(open)
            : Effect.fail(new StoreUnavailable({ message: "The store is away.", cause: undefined }))
        ),
      get: (id) =>
        Effect.sync(() => {
          const request = open.find((one) => one.id === id)
          return request && { request, isOpen: true, state: "open" as const, waits: true }
        }),
      decide: (id, { decision }) => Effect.succeed({ outcome: "over", ended: decision, message: `${id} is over.` }),
      listen: (changed) =>
        Effect.acquireRelease(
          Effect.sync(() => void listeners.add(changed)),
          () => Effect.sync(() => void listeners.delete(changed))
        )
    })
    const gate = await opened({ approvals: Layer.merge(yes, stored) })
    const reader = gate.approvals[Symbol.asyncIterator]()
    const next = reader.next()
    await expect.poll(() => listeners.size).toBe(1)
    open = [question]
    for (const changed of listeners) changed()
    expect(await next).toEqual({ done: false, value: question })
    expect(await gate.approvals.decide("q", deny)).toEqual({ outcome: "over", ended: "deny", message: "q is over." })
    isUp = false
    for (const changed of listeners) changed()
    await expect(reader.next()).rejects.toThrow("The store is away.")
    await expect(gate.approvals.list()).rejects.toThrow("The store is away.")
    isUp = true
    open = [question, { ...question, id: "r" }]
    expect(await reader.next()).toMatchObject({ value: { id: "r" } })
    await reader.return?.()
    await expect.poll(() => listeners.size).toBe(0)
  })

  it("that does not open stops the gate, with a typed error", async () => {
    class Away extends Error {}
    const broken = Layer.effect(Approvals, Effect.fail(new Away("The store is away.")))
    await expect(opened({ approvals: broken })).rejects.toThrow("The store is away.")
    const layer = ToolgateLayer.layer({ policy: "host", tools: [], approvals: broken })
    expectTypeOf<typeof layer>().toExtend<Layer.Layer<PendingApprovals | ToolEvents, unknown>>()
    expectTypeOf<Away>().toExtend<Layer.Error<typeof layer>>()
  })
})

describe("the options for asking people", () => {
  const open = (options: object) =>
    createToolgate({ workspace: newFolder(), policy: "host", tools: [], ...options } as ToolgateOptions)

  it.each([
    [
      { approvals: Approvals.layerNobody, onAsk: "wait" },
      '"approvals" and "onAsk" cannot be combined. Remove one of them.'
    ],
    [
      { approvals: Approvals.layerNobody, approvalTimeoutMs: 1 },
      '"approvals" and "approvalTimeoutMs" cannot be combined. Remove one of them.'
    ],
    [{ approvals: {} }, 'Cannot open the gate: option "approvals" must be a layer that provides Approvals.'],
    [{ approvals: null }, 'Cannot open the gate: option "approvals" must be a layer that provides Approvals.'],
    [{ onAsk: "waits" }, 'Cannot open the gate: option "onAsk" must be a function that asks a person, or "wait".'],
    [{ onAsk: null }, 'Cannot open the gate: option "onAsk" must be a function that asks a person, or "wait".']
  ])("are refused with a message: %o", async (options, message) => {
    await expect(open(options)).rejects.toThrow(new TypeError(message))
  })

  it("may all be missing, which denies", async () => {
    const gate = await opened()
    expect(await gate.dispatch(noting())).toMatchObject({ executed: "no", error: { why: "PolicyDenied" } })
    expect(await gate.approvals.list()).toEqual([])
  })
})

describe("the Effect door", () => {
  it("provides the list of questions", async () => {
    const workspace = await Effect.runPromise(openWorkspace(newFolder()))
    const program = Effect.gen(function* () {
      const engine = yield* ToolDispatchEngine
      const pending = yield* PendingApprovals
      const fiber = yield* Effect.forkChild(
        engine.dispatch(
          { id: "1", tool: "note", args: { text: "a" } },
          {
            session: "s",
            turn: "t",
            principal: { agent: "me", ceiling: { tools: "any" } },
            workspace,
            caller: { kind: "direct" },
            deadline: undefined
          }
        )
      )
      let open = yield* pending.list()
      while (open.length === 0) {
        yield* Effect.yieldNow
        open = yield* pending.list()
      }
      const outcome = yield* pending.decide(open[0]?.id ?? "", approve, { session: "s" })
      return [outcome, (yield* Fiber.join(fiber)).success]
    })
    const layer = ToolgateLayer.layer({ policy: { files: [] }, tools: [note], onAsk: "wait" })
    expect(await Effect.runPromise(Effect.provide(program, layer))).toEqual([{ outcome: "decided" }, true])
  })
})
