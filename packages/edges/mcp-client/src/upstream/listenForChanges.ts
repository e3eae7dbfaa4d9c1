import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Connection } from "./Connection.ts"
import { answerMs } from "./connect.ts"

/**
 * Subscribes to changes until the scope closes. In the newer protocol the subscription is a stream, which is reopened
 * when it ends.
 */
export const listenForChanges = ({ client }: Connection, changed: () => void): Effect.Effect<void, never, Scope> => {
  const { tools, prompts, resources } = client.getDiscoverResult()?.capabilities ?? {}
  const filter = {
    ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true } : {})
  }
  if (Object.keys(filter).length === 0) return Effect.void
  const heard = Effect.tryPromise((signal) => client.listen(filter, { timeout: answerMs, signal }))
  const again = Effect.gen(function* () {
    yield* Effect.sleep("5 seconds")
    const { closed } = yield* heard
    changed()
    yield* Effect.promise(() => closed)
  })
  return heard.pipe(
    Effect.flatMap(({ closed }) =>
      Effect.forkScoped(
        Effect.andThen(
          Effect.promise(() => closed),
          Effect.forever(again)
        ).pipe(Effect.ignore)
      )
    ),
    Effect.ignore
  )
}
