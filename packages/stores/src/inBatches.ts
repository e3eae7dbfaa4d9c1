import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/**
 * Makes a function that takes one thing out of one that takes many: what comes while others are under way is taken together
 * after them. If that fails, it fails for each of them.
 */
export const inBatches = <A, B, E>(
  run: (all: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
): ((one: A) => Effect.Effect<B, E>) => {
  const waiting: Array<{ readonly one: A; readonly done: Deferred.Deferred<B, E> }> = []
  let isRunning = false
  const next = Effect.suspend(() => {
    const batch = waiting.splice(0, largest)
    return Effect.map(Effect.exit(run(batch.map(({ one }) => one))), (exit) => {
      for (const [at, { done }] of batch.entries())
        Deferred.doneUnsafe(
          done,
          Exit.map(exit, (answers) => answers[at] as B)
        )
    })
  })
  const runAll = Effect.whileLoop({ while: () => (isRunning = waiting.length > 0), body: () => next, step: () => {} })
  return (one) =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const done = Deferred.makeUnsafe<B, E>()
        waiting.push({ one, done })
        if (isRunning) return Deferred.await(done)
        isRunning = true
        return Effect.andThen(Effect.forkDetach(runAll), Deferred.await(done))
      })
    )
}

/** The number of things that are taken together at most. A statement has a few parameters for each, and may have some thousands. */
const largest = 256
