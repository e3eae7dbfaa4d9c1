import { type Token, TokenStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Stores tokens in memory, for tests and servers without a store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { TokenStore } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { MemoryTokenStore, makeToken } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * const { token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, new SecretKey(randomBytes(32)))
 * const add = Effect.flatMap(TokenStore, (store) => Effect.all([store.add(token), store.add(token)]))
 * // An id is taken once.
 * assert.deepEqual(await Effect.runPromise(Effect.provide(add, MemoryTokenStore.layer)), [true, false])
 * ```
 */
export const layer = Layer.sync(TokenStore, () => {
  const tokens = new Map<string, Token>()
  const listeners = new Set<() => void>()
  const find = (sha256: string) => [...tokens.values()].find((token) => token.sha256 === sha256)
  const put = (token: Token) => {
    tokens.set(token.id, Object.freeze({ ...token }))
    for (const changed of listeners) changed()
    return true
  }
  return {
    add: (token) => Effect.sync(() => !tokens.has(token.id) && find(token.sha256) === undefined && put(token)),
    get: (id) => Effect.sync(() => tokens.get(id)),
    find: (sha256) => Effect.sync(() => find(sha256)),
    list: Effect.sync(() => [...tokens.values()]),
    revoke: (revoked) =>
      Effect.sync(() => {
        const token = tokens.get(revoked.id)
        return token !== undefined && token.revokedAt === undefined && put(revoked)
      }),
    listen: (changed) => {
      // Wrapped, so that a function registered twice is called twice.
      const listener = () => changed()
      return Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener))
        )
      )
    }
  }
})
