import { type Gated, isStartable, type Refused, type Startable, startable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Steps towards an effect: each `yield*` may have to wait, and the last answers with what is then to be run. */
// biome-ignore lint/suspicious/noExplicitAny: a generator has one type for whatever is sent into it
export type Steps<A> = Generator<Gated<any>, Gated<A>, any>

type Ended<A> = (exit: Exit.Exit<A, Refused>) => void

/** How what needs a fiber gets one. */
export type Fork<A> = (effect: Gated<A>, ended: Ended<A>) => void

/**
 * Takes the steps in turn, runs what the last one answers with, and calls `ended` once.
 *
 * Most steps of most calls have their answer here and now. To go through them in a fiber costs more than all of them
 * together, so that only what is neither an exit nor startable gets one.
 */
export const drive = <A>(steps: Steps<A>, fork: Fork<A>, ended: Ended<A>): void =>
  run(taken(steps, fork, undefined), fork, ended)

const run = <A>(effect: Gated<A>, fork: Fork<A>, ended: Ended<A>): void => {
  if (isSettled(effect)) ended(effect)
  else if (isStartable(effect)) started(effect, ended)
  else fork(effect, ended)
}

// A run that breaks as it starts has ended like one that breaks in a fiber.
const started = <A>(run: Startable<A>, ended: Ended<A>): void => {
  try {
    run.start(ended)
  } catch (cause) {
    ended(Exit.die(cause))
  }
}

/** What is left to be run once the steps that need no fiber are taken. */
const taken = <A>(steps: Steps<A>, fork: Fork<A>, sent: unknown): Gated<A> => {
  try {
    let state = steps.next(sent)
    while (!state.done) {
      const step = state.value
      if (isStartable(step))
        return startable((ended) =>
          step.start((exit) =>
            exit._tag === "Failure" ? ended(refusedBy(steps, exit)) : run(taken(steps, fork, exit.value), fork, ended)
          )
        )
      if (!isSettled(step)) return Effect.flatten(rest(steps, step))
      if (step._tag === "Failure") return refusedBy(steps, step)
      state = steps.next(step.value)
    }
    return state.value
  } catch (cause) {
    return Exit.die(cause)
  }
}

// Ended rather than dropped: the engine of JavaScript optimises no generator that it never sees return.
const refusedBy = <A>(steps: Steps<A>, exit: Exit.Failure<unknown, Refused>): Exit.Exit<never, Refused> => {
  steps.return(exit as Exit.Exit<never, Refused>)
  return exit as Exit.Exit<never, Refused>
}

const isSettled = <A>(effect: Gated<A>): effect is Exit.Exit<A, Refused> => Exit.isExit(effect)

const rest = Effect.fnUntraced(function* <A>(steps: Steps<A>, waiting: Gated<unknown>) {
  let state = steps.next(yield* waiting)
  while (!state.done) state = steps.next(yield* state.value)
  return state.value
})
