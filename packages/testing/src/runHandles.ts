import { makeAwaitable, type Ran, type Run, type RunHandles } from "@toolgate/core"
import * as Effect from "effect/Effect"

/**
 * Makes the handles of a run that is not stopped, watched or answered, and makes no calls. A test may replace any of
 * them.
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

/** Starts a run and waits for its result: a value, a promise or an effect. Rejects if the run breaks or refuses. */
export const runToEnd = async (
  run: Run,
  handles: RunHandles = runHandles(),
  /** Interrupts a run that is an effect. */
  signal?: AbortSignal
): Promise<Ran> => {
  const answer = run.start(handles)
  return Effect.isEffect(answer) ? Effect.runPromise(answer, signal === undefined ? {} : { signal }) : answer
}
