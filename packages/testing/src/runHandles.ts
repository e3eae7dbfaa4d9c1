import { makeAwaitable, type Ran, type Run, type RunHandles } from "@toolgate/core"
import * as Effect from "effect/Effect"

/**
 * Makes the handles of a run that is not stopped, watched or answered, and makes no calls. A test may replace any of
 * them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import {
 *   EchoSandbox,
 *   makeExecutionGrant,
 *   makePermissionRequest,
 *   makeRegisteredTool,
 *   runHandles,
 *   runToEnd
 * } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const sandbox = await Effect.runPromise(EchoSandbox.make("wasm"))
 * const because = { layer: "app", rule: "any", source: "app" }
 * const permit = { request: makePermissionRequest(), grant: makeExecutionGrant(), because, waitedMs: 0 }
 * const run = await Effect.runPromise(sandbox.prepare(permit, makeRegisteredTool()))
 * // The test collects the output of the run.
 * const printed: Array<string> = []
 * const { error } = await runToEnd(run, runHandles({ emit: (_stream, text) => void printed.push(text) }))
 * assert.deepEqual([error, printed], [undefined, []])
 * ```
 */
export const runHandles = (more: Partial<RunHandles> = {}): RunHandles => ({
  begunAt: performance.now(),
  queueMs: Number.POSITIVE_INFINITY,
  queues: () => {},
  loggedArgs: [],
  recording: undefined,
  onStop: () => {},
  emit: () => {},
  ask: () => makeAwaitable(Effect.succeed({ action: "decline" })),
  dispatch: () => {
    throw new Error("Nothing is dispatched here.")
  },
  denied: () => {
    throw new Error("Nothing is judged here.")
  },
  end: () => {},
  describe: () => {
    throw new Error("Nothing is described here.")
  },
  tools: () => [],
  ...more
})

/**
 * Starts a run and waits for its result: a value, a promise or an effect. Rejects if the run breaks or refuses.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { EchoSandbox, makeExecutionGrant, makePermissionRequest, makeRegisteredTool, runToEnd } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const sandbox = await Effect.runPromise(EchoSandbox.make("wasm"))
 * const because = { layer: "app", rule: "any", source: "app" }
 * const permit = { request: makePermissionRequest({ args: { n: 1 } }), grant: makeExecutionGrant(), because, waitedMs: 0 }
 * const run = await Effect.runPromise(sandbox.prepare(permit, makeRegisteredTool()))
 * const { output } = await runToEnd(run)
 * assert.match(JSON.stringify(output.value), /"n":1/)
 * ```
 */
export const runToEnd = async (
  run: Run,
  handles: RunHandles = runHandles(),
  /** Interrupts a run that is an effect. */
  signal?: AbortSignal
): Promise<Ran> => {
  const answer = run.start(handles)
  return Effect.isEffect(answer) ? Effect.runPromise(answer, signal === undefined ? {} : { signal }) : answer
}
