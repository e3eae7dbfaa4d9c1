import type { Ran, Run, RunHandles } from "@toolgate/core"
import * as Effect from "effect/Effect"

/** Handles of a run that nobody ends or listens to, and that makes no calls; with what a test gives in their place. */
export const runHandles = (more: Partial<RunHandles> = {}): RunHandles => ({
  begunAt: performance.now(),
  onStop: () => {},
  emit: () => {},
  dispatch: () => {
    throw new Error("Nothing is dispatched here.")
  },
  ...more
})

/** Starts a run and waits for what it comes to, in whichever of its forms it answers. Rejects where it breaks or refuses. */
export const ranOf = async (
  run: Run,
  handles: RunHandles = runHandles(),
  /** Interrupts a run that is an effect. */
  signal?: AbortSignal
): Promise<Ran> => {
  const answer = run.start(handles)
  return Effect.isEffect(answer) ? Effect.runPromise(answer, signal === undefined ? {} : { signal }) : answer
}
