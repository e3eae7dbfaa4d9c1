import { hash } from "node:crypto"

/** The last member that a record's hash is of. */
export const prevMember = (prev: string | undefined): string => `,"prev":${prev === undefined ? "null" : `"${prev}"`}`

/** What stands in the line where the text that its hash is of has its last brace. */
export const hashMember = (digest: string): string => `,"hash":"${digest}"}`

/** The hash that a line carries, where it is the hash of that line. */
export const hashOf = (line: Uint8Array): string | undefined => {
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
