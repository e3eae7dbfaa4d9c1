import { watch } from "node:fs"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

/**
 * Runs `changed` after files in these folders change, until the scope closes. Simultaneous changes are combined. Folders that cannot be
 * watched are logged.
 */
export const watchFolders = Effect.fnUntraced(function* (
  folders: ReadonlyArray<string>,
  changed: Effect.Effect<unknown>
): Effect.fn.Return<void, never, Scope.Scope> {
  const isDue = yield* Queue.sliding<void>(1)
  for (const folder of folders)
    yield* Effect.acquireRelease(
      Effect.try(() =>
        watch(folder, { recursive: true, persistent: false }, () => Queue.offerUnsafe(isDue, undefined)).on(
          "error",
          () => {}
        )
      ),
      (watcher) => Effect.sync(() => watcher.close())
    ).pipe(Effect.catch(() => Effect.logWarning(`The folder "${folder}" cannot be watched.`)))
  const one = Effect.gen(function* () {
    yield* Queue.take(isDue)
    // Editors write several times per save.
    yield* Effect.sleep("100 millis")
    yield* Queue.clear(isDue)
    yield* changed
  })
  yield* Effect.forkScoped(Effect.forever(one))
})
