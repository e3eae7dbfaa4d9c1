import { createHash, timingSafeEqual } from "node:crypto"
import type { McpCaller } from "@toolgate/mcp-server"
import * as Effect from "effect/Effect"
import type { AccessToken } from "../access/AccessToken.ts"
import type { FindToken } from "../access/makeFindToken.ts"
import type { McpToken } from "./McpToken.ts"

/**
 * Makes the lookup in a fixed list of tokens. It compares the digest of a secret with every token, so that timing
 * reveals nothing.
 */
export const createTokenLookup = (tokens: ReadonlyArray<McpToken>) => {
  const known = tokens.map(({ caller, sha256 }) => {
    if (!/^[0-9a-f]{64}$/.test(sha256))
      throw new TypeError(`The token of "${caller.name}" must be a SHA-256 digest in hexadecimal.`)
    return { token: tokenOf(caller), digest: Buffer.from(sha256, "hex") }
  })
  const callers = new Map(tokens.map(({ caller }) => [caller.name, caller]))
  if (callers.size < tokens.length) throw new TypeError("Two tokens have callers with the same name.")
  if (new Set(tokens.map(({ sha256 }) => sha256)).size < tokens.length)
    throw new TypeError("Two callers have the same token.")
  const findToken: FindToken = (secret) =>
    Effect.sync(() => {
      const digest = createHash("sha256").update(secret).digest()
      return known.reduce<AccessToken | undefined>(
        (found, one) => (timingSafeEqual(one.digest, digest) ? one.token : found),
        undefined
      )
    })
  return { findToken, callerOf: ({ id }: AccessToken) => callers.get(id) as McpCaller }
}

const tokenOf = ({ name, principal: { agent } }: McpCaller): AccessToken => ({
  id: name,
  name,
  agent,
  workspaces: [],
  rights: new Set(["call"])
})
