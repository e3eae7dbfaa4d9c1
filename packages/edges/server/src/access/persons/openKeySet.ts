import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey
} from "jose"
import { fetchKeySet } from "./fetchKeySet.ts"
import type { OidcOptions } from "./OidcOptions.ts"

/** The keys of an issuer cannot be had, so that no token can be checked. */
export class KeysUnavailable extends Error {}

/** The limits of fetching keys, in milliseconds. */
export interface KeySetLimits {
  readonly timeoutMs: number
  /** The time for which fetched keys are used. */
  readonly freshMs: number
  /** The least time between two fetches because of an unknown key. */
  readonly pauseMs: number
  /** The least time between a fetch that failed and the next. */
  readonly retryMs: number
}

/** The limits that are used outside tests. */
export const usualKeySetLimits: KeySetLimits = { timeoutMs: 5_000, freshMs: 600_000, pauseMs: 30_000, retryMs: 5_000 }

/**
 * Opens the keys of an issuer. Its function fails with `KeysUnavailable`, or with the reason why a token is refused.
 * Throws for keys that are not public ones.
 */
export const openKeySet = (jwks: OidcOptions["jwks"], limits: KeySetLimits = usualKeySetLimits): JWTVerifyGetKey => {
  const find = jwks instanceof URL ? openRemote(jwks, limits) : openLocal(jwks)
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (cause) {
      const isRefusal = refusals.some((refusal) => cause instanceof refusal)
      throw isRefusal ? cause : new KeysUnavailable("The keys of the issuer cannot be had.", { cause })
    }
  }
}

const refusals = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

const openRemote = (url: URL, { timeoutMs, freshMs, pauseMs, retryMs }: KeySetLimits): JWTVerifyGetKey =>
  createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    cacheMaxAge: freshMs,
    cooldownDuration: pauseMs,
    [customFetch]: fetchKeySet(retryMs)
  })

const openLocal = (jwks: Exclude<OidcOptions["jwks"], URL>): JWTVerifyGetKey => {
  if (!Array.isArray(jwks.keys) || jwks.keys.length === 0) throw new TypeError("The keys of the issuer are no JWKS.")
  // Whoever put a private key there would have published it.
  if (jwks.keys.some((key) => "d" in key || "k" in key))
    throw new TypeError("The keys of the issuer contain a secret key; only public keys belong there.")
  return createLocalJWKSet(jwks as unknown as JSONWebKeySet)
}
