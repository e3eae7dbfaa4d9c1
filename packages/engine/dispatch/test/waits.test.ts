import { AuditLog, defineTool, type Gated, RuntimePolicy } from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { call, type GateParts, openGate } from "./openGate.ts"
import { deferred, tool } from "./tools.ts"

/** An effect that never ends by itself, and when it has begun and was interrupted. */
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

/** The parts with which a call of `leaf` waits, by what it waits for. */
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

  it("because it is cancelled is answered so", async () => {
    const { gate, begun, interrupted } = await open()
    const abort = new AbortController()
    const answer = gate.dispatch(call("1", "leaf"), {}, abort.signal)
    await begun
    abort.abort()
    await interrupted
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(gate.events).toMatchObject([{ type: "tool.failed", callId: "1" }])
  })

  it("because its deadline passes is answered so", async () => {
    const { gate, interrupted } = await open()
    const answer = gate.dispatch(call("1", "leaf"), { deadline: Date.now() + 20 })
    await interrupted
    expect(await answer).toMatchObject({ executed: "no", error: { why: "TimedOut" } })
    expect(gate.events).toMatchObject([{ type: "tool.failed", callId: "1" }])
  })

  it("because the gate closes is answered so", async () => {
    const { gate, begun, interrupted } = await open()
    const answer = gate.dispatch(call("1", "leaf"))
    await begun
    await gate.close()
    await interrupted
    expect(await answer).toMatchObject({ executed: "no", error: { why: "Cancelled" } })
    expect(gate.events).toHaveLength(1)
  })

  it("because the call that made it has ended is answered so", async () => {
    const { gate, interrupted } = await open()
    expect(await gate.dispatch(call("1", "parent"))).toMatchObject({ success: true })
    await interrupted
    await expect
      .poll(() => gate.events.filter(({ callId }) => callId === "child"))
      .toMatchObject([{ type: "tool.failed", errorClass: "cancelled", executed: "no" }])
  })
})
