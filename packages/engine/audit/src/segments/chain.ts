import { hash } from "node:crypto"

/** Returns the last hashed member of a record: the hash of the previous record. */
export const formatPrev = (prev: string | undefined): string => `,"prev":${prev === undefined ? "null" : `"${prev}"`}`

/** Returns the member for a record's hash and the closing brace. Replaces the closing brace of the hashed text. */
export const formatHash = (digest: string): string => `,"hash":"${digest}"}`

/** Returns the hash in a line, or `undefined` if it does not match the line. */
export const checkHash = (line: Uint8Array): string | undefined => {
  const end = line.length - tailLength
  if (end < 1) return undefined
  const tail = Buffer.from(line.buffer, line.byteOffset + end, tailLength).toString("latin1")
  const claimed = tailForm.exec(tail)?.[1]
  if (claimed === undefined) return undefined
  const text = Buffer.allocUnsafe(end + 1)
  text.set(line.subarray(0, end))
  text[end] = 0x7d
  return hash("sha256", text) === claimed ? claimed : undefined
}

const tailForm = /^,"hash":"([0-9a-f]{64})"\}$/
const tailLength = ',"hash":"'.length + 64 + '"}'.length
