import { type Awaitable, FileFailed, makeAwaitable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { changed, maxAttempts } from "./changed.ts"
import { toFileFailed } from "./toFileFailed.ts"

/** The steps of an operation. The generator yields to the event loop about once for each millisecond of work. */
export type Steps<A> = Generator<void, A>

/**
 * Runs an operation on files synchronously, unless it is long enough to yield. Restarts the operation when something it
 * relies on has changed, and fails with "KeptChanging" after `maxAttempts` attempts. Once started, an operation
 * finishes even if its fiber is interrupted.
 */
export const runOperation = <A>(path: string, begin: () => Steps<A>): Awaitable<A, FileFailed> =>
  makeAwaitable(
    Effect.uninterruptible(
      Effect.suspend(() => {
        const run = new Run(path, begin)
        const outcome = run.advance()
        return outcome === unfinished ? inTurns(run) : outcome
      })
    )
  )

const inTurns = <A>(run: Run<A>) =>
  Effect.callback<A, FileFailed>((resume) => {
    const turn = () => {
      const outcome = run.advance()
      if (outcome === unfinished) setImmediate(turn)
      else resume(outcome)
    }
    setImmediate(turn)
  })

const unfinished = Symbol("unfinished")

class Run<A> {
  private readonly path: string
  private readonly begin: () => Steps<A>
  private steps: Steps<A>
  private attempts = 1

  constructor(path: string, begin: () => Steps<A>) {
    this.path = path
    this.begin = begin
    this.steps = begin()
  }

  /** Runs to the next yield, or to the end. Returns `unfinished` at a yield. */
  advance(): Effect.Effect<A, FileFailed> | typeof unfinished {
    for (;;) {
      try {
        const step = this.steps.next()
        return step.done ? Effect.succeed(step.value) : unfinished
      } catch (error) {
        if (error !== changed) return Effect.fail(toFileFailed(error, this.path))
        if (++this.attempts > maxAttempts) return Effect.fail(new FileFailed("KeptChanging", this.path))
        this.steps = this.begin()
      }
    }
  }
}
