import { SessionStore, type StoredSession } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Stores sessions in memory, for tests and servers without a store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SessionStore } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { MemorySessionStore, makeStoredSession } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * const session = makeStoredSession({ token: "7f0e", options: {}, openedAt: 0 }, new SecretKey(randomBytes(32)))
 * const program = Effect.gen(function* () {
 *   const { add, get } = yield* SessionStore
 *   yield* add(session)
 *   return yield* get(session.id)
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemorySessionStore.layer)), session)
 * ```
 */
export const layer = Layer.sync(SessionStore, () => {
  const sessions = new Map<string, StoredSession>()
  const put = (session: StoredSession) => {
    sessions.set(session.id, Object.freeze({ ...session }))
    return true
  }
  return {
    add: (session) => Effect.sync(() => !sessions.has(session.id) && put(session)),
    get: (id) => Effect.sync(() => sessions.get(id)),
    list: ({ token, after, limit = 100 } = {}) =>
      Effect.sync(() => {
        const matching = [...sessions.values()].filter((session) => token === undefined || session.token === token)
        const sorted = matching.sort(newestFirst)
        const last = after === undefined ? undefined : sessions.get(after)
        if (after !== undefined && last === undefined) return []
        return sorted.filter((session) => last === undefined || newestFirst(last, session) < 0).slice(0, limit)
      }),
    end: (ended) =>
      Effect.sync(() => {
        const session = sessions.get(ended.id)
        return session !== undefined && session.endedAt === undefined && put(ended)
      })
  }
})

const newestFirst = (one: StoredSession, other: StoredSession): number =>
  other.openedAt - one.openedAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
