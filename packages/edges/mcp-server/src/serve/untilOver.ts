import type { PendingApprovals } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

/** Waits until a question is over, wherever it is decided, and no longer than most clients wait for an answer. */
export const untilOver = (pending: PendingApprovals["Service"], id: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    const changes = yield* Queue.sliding<void>(1)
    yield* pending.listen(() => void Queue.offerUnsafe(changes, undefined))
    while ((yield* pending.get(id))?.isOpen === true) yield* Queue.take(changes)
  }).pipe(Effect.scoped, Effect.timeoutOption(longestWait), Effect.ignore)

/** Most clients wait for an answer for a minute. */
const longestWait = "45 seconds"
