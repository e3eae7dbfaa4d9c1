import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import type { Exit } from "effect/Exit"
import type { Gated, Refused } from "./Refused.ts"

/**
 * An effect that can also be started as it stands, without a fiber: `start` is called at most once, and calls `ended` once.
 *
 * It cannot be interrupted, so whoever makes one for a call names what ends it with the context's `onStop`. A fiber costs a
 * call more than all its steps together, which is why a sandbox that needs none answers with this.
 */
export interface Startable<A> extends Effect.Effect<A, Refused> {
  readonly start: (ended: (exit: Exit<A, Refused>) => void) => void
}

export const startable = <A>(start: Startable<A>["start"]): Startable<A> => new StartableEffect(start)

/** True for what `startable` made. */
export const isStartable = <A>(effect: Gated<A>): effect is Startable<A> => effect instanceof StartableEffect

class StartableEffect<A> extends Effectable.Class<A, Refused> implements Startable<A> {
  readonly start: Startable<A>["start"]
  constructor(start: Startable<A>["start"]) {
    super()
    this.start = start
  }
  override asEffect() {
    return Effect.callback<A, Refused>((resume) => {
      this.start(resume)
    })
  }
}
