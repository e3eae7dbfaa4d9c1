import { createHash, timingSafeEqual } from "node:crypto"
import type { McpCaller, McpToken } from "./McpCaller.ts"

/**
 * Returns the function that finds the caller of an `Authorization` header. It compares digests with every token, so
 * that timing reveals nothing.
 */
export const createCallerLookup = (tokens: ReadonlyArray<McpToken>) => {
  const known = tokens.map(({ caller, sha256 }) => {
    if (!/^[0-9a-f]{64}$/.test(sha256))
      throw new TypeError(`The token of "${caller.name}" must be a SHA-256 digest in hexadecimal.`)
    return { caller, digest: Buffer.from(sha256, "hex") }
  })
  if (new Set(tokens.map(({ caller }) => caller.name)).size < tokens.length)
    throw new TypeError("Two tokens have callers with the same name.")
  if (new Set(tokens.map(({ sha256 }) => sha256)).size < tokens.length)
    throw new TypeError("Two callers have the same token.")
  return (authorization: string | undefined): McpCaller | undefined => {
    const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization ?? "")?.[1]
    if (token === undefined) return undefined
    const digest = createHash("sha256").update(token).digest()
    return known.reduce<McpCaller | undefined>(
      (found, one) => (timingSafeEqual(one.digest, digest) ? one.caller : found),
      undefined
    )
  }
}
