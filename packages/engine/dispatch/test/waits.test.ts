import {
  type ArgumentsEdited,
  AuditLog,
  defineTool,
  type Gated,
  type Permit,
  RuntimePolicy,
  refuse,
  type ToolExecution
} from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import { runs, TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { call, type GateParts, openGate } from "./openGate.ts"
import { deferred, tool } from "./tools.ts"

/** An effect that never ends by itself, with promises of its start and its interruption. */
const waiting = () => {
  const begun = deferred()
  const interrupted = deferred()
  const wait: Gated<never> = Effect.suspend(() => {
    begun.resolve()
    return Effect.onInterrupt(Effect.never, () => Effect.sync(interrupted.resolve))
  })
  return { begun: begun.promise, interrupted: interrupted.promise, wait }
}

type Waiting = ReturnType<typeof waiting>

const leaf = defineTool({
  name: "leaf",
  description: "For a test.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  callers: ["direct", "chain"],
  execute: () => "ran"
})

/** Gate parts that make a call of `leaf` wait, by the reason for the wait. */
const waits: ReadonlyArray<readonly [string, (waiting: Waiting) => Partial<GateParts>]> = [
  [
    "while its edited arguments are judged",
    ({ wait }) => ({
      policy: Layer.effect(
        RuntimePolicy,
        Effect.map(RuntimePolicy, ({ checkPermission }) => ({
          checkPermission: (request) =>
            request.tool.name !== "leaf"
              ? checkPermission(request)
              : request.given === undefined
                ? Effect.succeed({ _tag: "ArgumentsEdited", approval: "a1", args: {} })
                : wait
        }))
      ).pipe(Layer.provide(HostPolicy.layer))
    })
  ],
  [
    "while an earlier call with its idempotency key runs",
    ({ wait }) => ({
      audit: Layer.succeed(AuditLog, {
        entry: ({ request }) => ({ intend: () => (request.tool.name === "leaf" ? wait : Effect.void), end: () => {} }),
        refused: () => {}
      })
    })
  ]
]

describe.each(waits)("a call that ends %s", (_, partsOf) => {
  const open = async () => {
    const waited = waiting()
    const parent = tool("parent", (_args, { dispatch }) => {
      void Promise.resolve(dispatch(call("child", "leaf")))
      return waited.begun
    })
    const gate = await openGate({ tools: [leaf, parent], ...partsOf(waited) })
    return { ...waited, gate }
  }

  it("is answered with its cancellation", async () => {
    const { gate, begun, interrupted } = await open()
    const abort = new AbortController()
    const answer = gate.dispatch(call("1", "leaf"), {}, abort.signal)
    await begun
    abort.abort()
    await interrupted
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(gate.events).toMatchObject([{ type: "tool.failed", callId: "1" }])
  })

  it("is answered with its passed deadline", async () => {
    const { gate, interrupted } = await open()
    const answer = gate.dispatch(call("1", "leaf"), { deadline: Date.now() + 500 })
    await interrupted
    expect(await answer).toMatchObject({ executed: "no", error: { why: "TimedOut" } })
    expect(gate.events).toMatchObject([{ type: "tool.failed", callId: "1" }])
  })

  it("is answered with the closing of the gate", async () => {
    const { gate, begun, interrupted } = await open()
    const answer = gate.dispatch(call("1", "leaf"))
    await begun
    await gate.close()
    await interrupted
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(gate.events).toHaveLength(1)
  })

  it("is answered with the end of its parent", async () => {
    const { gate, interrupted } = await open()
    expect(await gate.dispatch(call("1", "parent"))).toMatchObject({ success: true })
    await interrupted
    await expect
      .poll(() => gate.events.filter(({ callId }) => callId === "child"))
      .toMatchObject([{ type: "tool.failed", errorClass: "cancelled", executed: "no" }])
  })
})

/** Waits for some turns of the event loop. */
const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

it("gives a call one answer, one end event and one record in every wait", async () => {
  const story = fc.record({
    hook: fc.nat(3),
    verdict: fc.nat(3),
    edit: fc.option(fc.nat(3)),
    resumed: fc.boolean(),
    intent: fc.nat(3),
    isReplayed: fc.boolean(),
    run: fc.nat(3),
    keeping: fc.option(fc.nat(3)),
    isKept: fc.boolean(),
    ended: fc.constantFrom("by its signal", "with its session", "with the gate", "through the Effect door", "never"),
    after: fc.nat(16)
  })
  const usual = {
    hook: 0,
    verdict: 0,
    edit: 0,
    resumed: false,
    intent: 0,
    isReplayed: false,
    run: 0,
    keeping: 0,
    isKept: true
  }
  const each: Array<[typeof story extends fc.Arbitrary<infer Story> ? Story : never]> = [
    [{ ...usual, ended: "never", after: 0 }],
    [{ ...usual, isReplayed: true, ended: "never", after: 0 }],
    [{ ...usual, hook: 100, ended: "by its signal", after: 0 }],
    [{ ...usual, run: 100, ended: "by its signal", after: 20 }]
  ]
  const endings = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      story,
      async ({ hook, verdict, edit, resumed, intent, isReplayed, run, keeping, isKept, ended, after }) => {
        const given = { id: "a1" }
        const records: Array<ToolExecution> = []
        const take = (answer: ToolExecution) => void records.push(answer)
        const output = { content: [], success: true, metadata: {} }
        const audit: AuditLog["Service"] = {
          entry: () => ({
            intend: () =>
              Effect.andThen(
                turns(intent),
                isReplayed
                  ? Effect.fail({ _tag: "Replayed", executed: "yes", output, error: undefined } as const)
                  : Effect.void
              ),
            end: take
          }),
          refused: take
        }
        const whenKept = () =>
          Effect.andThen(turns(keeping ?? 0), isKept ? Effect.void : refuse("AuditUnavailable", "It is lost."))
        let ran = 0
        const gate = await openGate({
          tools: [
            tool("t", async () => {
              ran++
              await Effect.runPromise(turns(run))
            })
          ],
          hooks: [{ onToolCall: () => turns(hook) }],
          policy: Layer.effect(
            RuntimePolicy,
            Effect.map(RuntimePolicy, ({ checkPermission }) => ({
              checkPermission: (request) => {
                const isFirst = request.given?.proposed === undefined
                const answer: Gated<Permit | ArgumentsEdited> =
                  edit !== null && isFirst
                    ? Effect.succeed({ _tag: "ArgumentsEdited", approval: given.id, args: {} })
                    : Effect.map(checkPermission(request), (permit) => ({ ...permit, approval: given }) as Permit)
                return Effect.andThen(turns(isFirst ? verdict : (edit ?? 0)), answer)
              }
            }))
          ).pipe(Layer.provide(TestPolicies.allowIn("host"))),
          audit: Layer.succeed(AuditLog, keeping === null ? audit : { ...audit, whenKept }),
          grace: { cancelled: 0, timedOut: 0 }
        })
        const abort = new AbortController()
        const options = resumed ? { approval: given.id } : {}
        const answers: Array<ToolExecution> = []
        const answered = (answer: ToolExecution) => void answers.push(answer)
        const isEffect = ended === "through the Effect door"
        const fiber = isEffect
          ? gate.runtime.runFork(Effect.map(gate.engine.dispatch(call("1", "t"), gate.context(), options), answered))
          : undefined
        const answer = isEffect ? undefined : gate.dispatch(call("1", "t"), {}, abort.signal, options).then(answered)
        await Effect.runPromise(turns(after))
        if (ended === "by its signal") abort.abort()
        if (ended === "with its session") await Effect.runPromise(gate.engine.cancelSession("s1"))
        if (ended === "with the gate") await gate.close()
        if (fiber !== undefined) await Effect.runPromise(Fiber.interrupt(fiber))
        await answer
        const ends = gate.events.filter(({ type }) => type !== "tool.called")
        expect([ends.length, records.length, ran <= 1]).toEqual([1, 1, true])
        const [record] = records
        // An interrupted fiber receives no answer.
        const isTold = !isEffect || answers.length > 0
        const [told, ...more] = isTold ? answers : records
        expect(more).toEqual([])
        if (isTold && keeping !== null && !isKept)
          expect([told?.success, told?.error?.why, told?.executed]).toEqual([
            false,
            "AuditUnavailable",
            record?.executed
          ])
        else expect(told).toEqual(record)
        expect(record?.executed === "yes" && record.replayed !== true).toBe(ran === 1)
        endings.add(record?.replayed === true ? "replayed" : `${record?.executed} ${record?.error?.why}`)
        await gate.close()
      }
    ),
    { ...runs(150), examples: each }
  )
  expect([...endings].sort()).toEqual(["no Cancelled", "replayed", "yes Cancelled", "yes undefined"])
})
