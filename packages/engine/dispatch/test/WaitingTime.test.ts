import {
  type ArgumentsEdited,
  AskingTime,
  AuditLog,
  defineTool,
  type Gated,
  type Permit,
  RuntimePolicy,
  refuse
} from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, echo, tool } from "./tools.ts"

/** Lets some turns of the event loop pass, which takes time on any clock. */
const aWhile = async () => {
  const begun = performance.now()
  while (performance.now() === begun) await new Promise((resolve) => setImmediate(resolve))
}

const nap = Effect.promise(aWhile)

/** The host policy, with its answer passed through `around`. */
const policy = (
  around: (permit: Gated<Permit | ArgumentsEdited>, request: Permit["request"]) => Gated<Permit | ArgumentsEdited>
) =>
  Layer.effect(
    RuntimePolicy,
    Effect.map(RuntimePolicy, ({ checkPermission }) => ({
      checkPermission: (request: Permit["request"]) => around(checkPermission(request), request)
    }))
  ).pipe(Layer.provide(HostPolicy.layer))

const runs = defineTool({
  name: "runs",
  description: "For a test.",
  parameters: Type.Object({ command: Type.String() }),
  sideEffects: "EXECUTE",
  resources: [{ kind: "shell", arg: "/command" }],
  execute: () => "ran"
})

describe("waitedMs", () => {
  it("does not count hooks, validation, policy, record or run", async () => {
    const gate = await openGate({
      tools: [runs],
      hooks: [{ onToolCall: aWhile }],
      policy: policy((permit) => Effect.andThen(nap, permit)),
      audit: Layer.succeed(AuditLog, { entry: () => ({ intend: () => nap, end: () => {} }), refused: () => {} })
    })
    // The first call of a command loads the grammar.
    expect(await gate.dispatch(call("1", "runs", { command: "true" }))).toMatchObject({ success: true, waitedMs: 0 })
    expect(await gate.dispatch(call("2", "none"))).toMatchObject({ executed: "no", waitedMs: 0 })
    expect(await gate.dispatch(call("3", "runs", {}))).toMatchObject({ executed: "no", waitedMs: 0 })
  })

  it("does not count a slow policy that asks no person", async () => {
    const gate = await openGate({
      tools: [echo],
      policy: policy(() => Effect.andThen(nap, refuse("PolicyDenied", "No.")))
    })
    const { waitedMs, durationMs } = await gate.dispatch(call("1", "echo", { text: "a" }))
    expect(waitedMs).toBe(0)
    expect(durationMs).toBeGreaterThan(0)
  })

  it("counts the person's time in the permit", async () => {
    const gate = await openGate({
      tools: [echo],
      policy: policy((permit) => Effect.map(permit, (given) => ({ ...given, waitedMs: 60_000 })))
    })
    expect(await gate.dispatch(call("1", "echo", { text: "a" }))).toMatchObject({ success: true, waitedMs: 60_000 })
    for (const waitedMs of [Number.NaN, -1, Number.POSITIVE_INFINITY, undefined as never]) {
      const odd = await openGate({
        tools: [echo],
        policy: policy((permit) => Effect.map(permit, (given) => ({ ...given, waitedMs })))
      })
      expect((await odd.dispatch(call("1", "echo", { text: "a" }))).waitedMs).toBe(0)
    }
  })

  it.each([
    ["says no", (gate: Gate) => void gate],
    ["is asked still when the call is cancelled", (gate: Gate) => gate.engine.cancelCall("s1", "1")]
  ])("is a person who %s", async (_what, meanwhile) => {
    const asked = deferred()
    const answered = deferred()
    const gate = await openGate({
      tools: [echo],
      policy: policy(() =>
        Effect.flatMap(AskingTime, (asking) =>
          asking(
            Effect.andThen(
              Effect.promise(async () => {
                asked.resolve()
                await answered.promise
              }),
              refuse("UserDenied", "No.")
            )
          )
        )
      )
    })
    const answer = gate.dispatch(call("1", "echo", { text: "a" }))
    await asked.promise
    const begun = performance.now()
    await aWhile()
    const waited = performance.now() - begun
    meanwhile(gate)
    answered.resolve()
    const { waitedMs, executed } = await answer
    expect(executed).toBe("no")
    expect(waitedMs).toBeGreaterThanOrEqual(waited)
  })

  it("counts the wait for a slot, even if the call never gets one", async () => {
    const release = deferred()
    const gate = await openGate({ tools: [tool("block", () => release.promise), echo], limits: { callsPerSession: 1 } })
    const blocking = gate.dispatch(call("1", "block"))
    const waiting = gate.dispatch(call("2", "echo", { text: "a" }))
    const cancelled = gate.dispatch(call("3", "echo", { text: "a" }))
    await aWhile()
    gate.engine.cancelCall("s1", "3")
    const never = await cancelled
    const begun = performance.now()
    await aWhile()
    const waited = performance.now() - begun
    release.resolve()
    expect((await blocking).waitedMs).toBe(0)
    expect((await waiting).waitedMs).toBeGreaterThanOrEqual(waited)
    expect(never).toMatchObject({ executed: "no", error: { class: "cancelled" } })
    expect(never.waitedMs).toBeGreaterThan(0)
  })

  it("counts the wait for a locked file, not for a free one", async () => {
    const release = deferred()
    const writing = defineTool({
      name: "writing",
      description: "For a test.",
      parameters: Type.Object({ path: Type.String() }),
      sideEffects: "WRITE",
      resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }],
      execute: () => release.promise
    })
    const gate = await openGate({ tools: [writing] })
    const first = gate.dispatch(call("1", "writing", { path: "a" }))
    const second = gate.dispatch(call("2", "writing", { path: "./a" }))
    const other = gate.dispatch(call("3", "writing", { path: "b" }))
    const begun = performance.now()
    await aWhile()
    const waited = performance.now() - begun
    release.resolve()
    expect((await first).waitedMs).toBe(0)
    expect((await second).waitedMs).toBeGreaterThanOrEqual(waited)
    expect((await other).waitedMs).toBe(0)
  })
})

type Gate = Awaited<ReturnType<typeof openGate>>
