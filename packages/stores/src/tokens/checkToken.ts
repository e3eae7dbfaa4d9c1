import { timingSafeEqual } from "node:crypto"
import type { StoreUnavailable, Token, TokenStore } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { digestSecret, isSecret, isTokenSigned } from "./tokens.ts"

/** The state of a stored token. `invalid`: the token was changed, or made with another key. */
export type TokenState = "valid" | "expired" | "revoked" | "invalid"

/**
 * The result of a check. `malformed`: the text cannot be a secret. `unknown`: no stored token has this secret. Answer
 * every refusal in the same way, and log the state for administrators only.
 */
export type CheckedToken =
  | { readonly state: TokenState; readonly token: Token }
  | { readonly state: "malformed" | "unknown"; readonly token?: undefined }

/**
 * Returns the state of a stored token at a time, in milliseconds since the epoch.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { getTokenState, makeToken } from "@toolgate/stores"
 *
 * const key = new SecretKey(randomBytes(32))
 * const { token } = makeToken({ name: "ci", expiresAt: 1000 }, { by: "ada", at: 0 }, key)
 * assert.equal(getTokenState(token, key, 999), "valid")
 * assert.equal(getTokenState(token, key, 1000), "expired")
 * // The row was changed by hand.
 * assert.equal(getTokenState({ ...token, rights: ["administer"] }, key, 999), "invalid")
 * ```
 */
export const getTokenState = (token: Token, key: SecretKey, at: number): TokenState => {
  if (token.revokedAt !== undefined) return "revoked"
  if (!isTokenSigned(token, key)) return "invalid"
  return token.expiresAt !== undefined && token.expiresAt <= at ? "expired" : "valid"
}

/**
 * Checks the secret that a caller presents. The token is looked up by the digest of the secret, so the time of the check
 * reveals nothing about other secrets.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { TokenStore } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { checkToken, MemoryTokenStore, makeToken } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * const key = new SecretKey(randomBytes(32))
 * const { secret, token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, key)
 * const program = Effect.gen(function* () {
 *   const store = yield* TokenStore
 *   yield* store.add(token)
 *   const checks = [secret, "tg_guess"].map((given) => checkToken(given, store, { key, at: 1 }))
 *   return (yield* Effect.all(checks)).map(({ state }) => state)
 * })
 * const states = await Effect.runPromise(Effect.provide(program, MemoryTokenStore.layer))
 * assert.deepEqual(states, ["valid", "malformed"])
 * ```
 */
export const checkToken = (
  secret: string,
  { find }: Pick<TokenStore["Service"], "find">,
  { key, at }: { readonly key: SecretKey; readonly at: number }
): Effect.Effect<CheckedToken, StoreUnavailable> => {
  if (!isSecret(secret)) return Effect.succeed({ state: "malformed" })
  const sha256 = digestSecret(secret)
  return Effect.map(find(sha256), (token): CheckedToken => {
    if (token === undefined || !isSame(token.sha256, sha256)) return { state: "unknown" }
    return { state: getTokenState(token, key, at), token }
  })
}

/**
 * Explains a refused token to an administrator. Never show this text to the caller.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { explainTokenState } from "@toolgate/stores"
 *
 * // For the log of an administrator. The caller is told only that the token is refused.
 * assert.equal(explainTokenState({ state: "unknown" }), "No token of this store has the presented secret.")
 * ```
 */
export const explainTokenState = ({ state, token }: CheckedToken): string => {
  if (token === undefined)
    return state === "malformed"
      ? 'The token is malformed: it must be "tg_" and 43 characters.'
      : "No token of this store has the presented secret."
  const named = `The token ${JSON.stringify(token.name)} (${token.id})`
  if (state === "valid") return `${named} is valid.`
  if (state === "expired") return `${named} expired at ${formatTime(token.expiresAt)}.`
  if (state === "revoked") return `${named} was revoked at ${formatTime(token.revokedAt)}.`
  return `${named} is invalid: its row was changed by hand, or it was made with another key.`
}

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Formats a time. A row that was changed by hand may contain any number. */
const formatTime = (at = Number.NaN): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? "an unknown time" : time.toISOString()
}
