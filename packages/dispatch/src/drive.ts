import type { Gated, Refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Steps towards an effect: each `yield*` may have to wait, and the last answers with what is then to be run. */
// biome-ignore lint/suspicious/noExplicitAny: a generator has one type for whatever is sent into it
export type Steps<A> = Generator<Gated<any>, Gated<A>, any>

/**
 * Takes the steps that have their answer here and now, and is what is left to be run: an exit where nothing is.
 *
 * Most steps of most calls answer at once. To go through them in a fiber costs more than all of them together, and a call
 * that is refused needs no fiber at all.
 */
export const drive = <A>(steps: Steps<A>): Gated<A> => {
  try {
    let state = steps.next()
    while (!state.done) {
      const step = state.value
      if (!Exit.isExit(step)) return Effect.flatten(rest(steps, step))
      if (step._tag === "Failure") return step
      state = steps.next(step.value)
    }
    return state.value
  } catch (cause) {
    return Exit.die(cause)
  }
}

/** True for what has ended without having been run. */
export const isSettled = <A>(effect: Gated<A>): effect is Exit.Exit<A, Refused> => Exit.isExit(effect)

const rest = Effect.fnUntraced(function* <A>(steps: Steps<A>, waiting: Gated<unknown>) {
  let state = steps.next(yield* waiting)
  while (!state.done) state = steps.next(yield* state.value)
  return state.value
})
