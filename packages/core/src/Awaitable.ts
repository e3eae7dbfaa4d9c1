import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"

/** An effect that an async function can also `await`. Each `yield*` and each `await` runs it again. */
export interface Awaitable<A, E = never> extends Effect.Effect<A, E>, PromiseLike<A> {}

/**
 * Makes an effect awaitable, so that tools written with Effect and tools written as async functions can use the same service.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeAwaitable } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const rate = makeAwaitable(Effect.succeed(1.08))
 * // Works in an async function and in an effect.
 * assert.equal(await rate, 1.08)
 * assert.equal(await Effect.runPromise(Effect.map(rate, (one) => one * 100)), 108)
 * ```
 */
export const makeAwaitable = <A, E>(
  effect: Effect.Effect<A, E>,
  /** Runs the effect when it is awaited. */
  run: (effect: Effect.Effect<A, E>) => Promise<A> = Effect.runPromise
): Awaitable<A, E> => new AwaitableEffect(effect, run)

class AwaitableEffect<A, E> extends Effectable.Class<A, E> implements PromiseLike<A> {
  private readonly effect: Effect.Effect<A, E>
  private readonly run: (effect: Effect.Effect<A, E>) => Promise<A>
  constructor(effect: Effect.Effect<A, E>, run: (effect: Effect.Effect<A, E>) => Promise<A>) {
    super()
    this.effect = effect
    this.run = run
  }
  override asEffect() {
    return this.effect
  }
  // biome-ignore lint/suspicious/noThenProperty: being awaited is what this class is for
  then<B = A, C = never>(
    onFulfilled?: ((value: A) => B | PromiseLike<B>) | null,
    onRejected?: ((reason: unknown) => C | PromiseLike<C>) | null
  ): PromiseLike<B | C> {
    return this.run(this.effect).then(onFulfilled, onRejected)
  }
}
