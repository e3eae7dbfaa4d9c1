import { randomBytes } from "node:crypto"
import type { StoredSession } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"

/**
 * Makes the record of a session that a token opens, with a random id.
 *
 * @example
 * ```ts
 * ```
 */
export const makeStoredSession = (
  { token, options, openedAt }: Pick<StoredSession, "token" | "options" | "openedAt">,
  key: SecretKey
): StoredSession => sign({ id: randomBytes(16).toString("hex"), token, options, openedAt }, key)

/**
 * Returns the ended form of a session, for `SessionStore.end`.
 *
 * @example
 * ```ts
 * ```
 */
export const endStoredSession = (
  { mac: _mac, ...session }: StoredSession,
  endedAt: number,
  key: SecretKey
): StoredSession => sign({ ...session, endedAt }, key)

/**
 * Whether a session was made with this key and not changed since. A valid session may have ended.
 *
 * @example
 * ```ts
 * ```
 */
export const isSessionValid = ({ mac, ...said }: StoredSession, key: SecretKey): boolean =>
  key.verify(purpose, canonicalizeJson({ ...said }), mac)

const sign = (said: Omit<StoredSession, "mac">, key: SecretKey): StoredSession => ({
  ...said,
  mac: key.mac(purpose, canonicalizeJson({ ...said }))
})

const purpose = "session"
