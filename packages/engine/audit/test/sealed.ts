import { hash } from "node:crypto"
import { hashMember, prevMember } from "../src/segments/chain.ts"

/**
 * A record as a line of its segment, without the line's end. Its last member is the SHA-256 of the line's own text without that
 * member: whoever verifies it hashes bytes, and needs to know nothing of how JSON is written.
 */
export const sealed = (members: string, prev: string | undefined): { readonly line: string; readonly hash: string } => {
  const text = `{${members}${prevMember(prev)}}`
  const digest = hash("sha256", text)
  return { line: text.slice(0, -1) + hashMember(digest), hash: digest }
}
