import { hash, randomBytes } from "node:crypto"
import type { Token } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"

/** The settings of a new token. */
export type NewToken = Pick<Token, "name"> & { readonly [Member in Given]?: Token[Member] | undefined }

type Given = "id" | "agent" | "role" | "task" | "onBehalfOf" | "attributes" | "workspaces" | "rights" | "expiresAt"

/** The person who acts on a token, and the time. */
export interface TokenActor {
  readonly by: string
  /** In milliseconds since the epoch. */
  readonly at: number
}

/**
 * Makes a token and its secret. The token does not contain the secret, so show the secret once. By default the agent has
 * the token's name, the only right is `call`, and the id is random.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { makeToken } from "@toolgate/stores"
 *
 * const key = new SecretKey(randomBytes(32))
 * const { secret, token } = makeToken({ name: "ci", role: "builder" }, { by: "ada", at: Date.now() }, key)
 * assert.match(secret, /^tg_/)
 * assert.deepEqual([token.agent, token.rights], ["ci", ["call"]])
 * ```
 */
export const makeToken = (
  {
    name,
    id = randomBytes(16).toString("hex"),
    agent = name,
    attributes = {},
    workspaces = [],
    rights = ["call"],
    ...rest
  }: NewToken,
  { by, at }: TokenActor,
  key: SecretKey
): { readonly secret: string; readonly token: Token } => {
  const secret = `tg_${randomBytes(32).toString("base64url")}`
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const said = { id, name, sha256: digestSecret(secret), agent, attributes, workspaces, rights }
  return { secret, token: sign({ ...given, ...said, createdAt: at, createdBy: by }, key) }
}

/**
 * Returns the revoked form of a token, for `TokenStore.revoke`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { getTokenState, makeToken, revokeToken } from "@toolgate/stores"
 *
 * const key = new SecretKey(randomBytes(32))
 * const { token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, key)
 * assert.equal(getTokenState(revokeToken(token, { by: "bob", at: 1 }, key), key, 2), "revoked")
 * ```
 */
export const revokeToken = ({ mac: _mac, ...token }: Token, { by, at }: TokenActor, key: SecretKey): Token =>
  sign({ ...token, revokedAt: at, revokedBy: by }, key)

/** Whether a token's MAC was made with this key. */
export const isTokenSigned = ({ mac, ...said }: Token, key: SecretKey): boolean =>
  key.verify(purpose, canonicalizeJson({ ...said }), mac)

/** Whether a text has the form of a secret. */
export const isSecret = (text: string): boolean => /^tg_[A-Za-z0-9_-]{43}$/.test(text)

/** Returns the digest by which the token of a secret is found. */
export const digestSecret = (secret: string): string => hash("sha256", secret)

const sign = (said: Omit<Token, "mac">, key: SecretKey): Token => ({
  ...said,
  mac: key.mac(purpose, canonicalizeJson({ ...said }))
})

const purpose = "token"
