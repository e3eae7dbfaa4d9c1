import { randomBytes } from "node:crypto"
import type { StoredSession } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"

/**
 * Makes the record of a session that a token opens, with a random id.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { isSessionValid, makeStoredSession } from "@toolgate/stores"
 *
 * const key = new SecretKey(randomBytes(32))
 * const session = makeStoredSession({ token: "7f0e", options: { agent: "coder" }, openedAt: Date.now() }, key)
 * assert.equal(session.id.length, 32)
 * assert(isSessionValid(session, key))
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
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { endStoredSession, makeStoredSession } from "@toolgate/stores"
 *
 * const key = new SecretKey(randomBytes(32))
 * const session = makeStoredSession({ token: "7f0e", options: {}, openedAt: 0 }, key)
 * const ended = endStoredSession(session, 1000, key)
 * assert.deepEqual([ended.id, ended.endedAt], [session.id, 1000])
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
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { isSessionValid, makeStoredSession } from "@toolgate/stores"
 *
 * const key = new SecretKey(randomBytes(32))
 * const session = makeStoredSession({ token: "7f0e", options: { agent: "coder" }, openedAt: 0 }, key)
 * // The row was changed by hand.
 * assert.equal(isSessionValid({ ...session, options: { agent: "admin" } }, key), false)
 * ```
 */
export const isSessionValid = ({ mac, ...said }: StoredSession, key: SecretKey): boolean =>
  key.verify(purpose, canonicalizeJson({ ...said }), mac)

const sign = (said: Omit<StoredSession, "mac">, key: SecretKey): StoredSession => ({
  ...said,
  mac: key.mac(purpose, canonicalizeJson({ ...said }))
})

const purpose = "session"
