import { hash } from "node:crypto"
import { formatHash, formatPrev } from "../src/segments/chain.ts"

/**
 * Returns a record as a line of its segment, without the line's end. The last member is the SHA-256 of the line without
 * that member, so that a verifier hashes bytes and does not need to know how JSON is written.
 */
export const sealed = (members: string, prev: string | undefined): { readonly line: string; readonly hash: string } => {
  const text = `{${members}${formatPrev(prev)}}`
  const digest = hash("sha256", text)
  return { line: text.slice(0, -1) + formatHash(digest), hash: digest }
}
