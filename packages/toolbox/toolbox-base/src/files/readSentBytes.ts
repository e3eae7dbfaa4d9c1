import type { Ask } from "../worker/Job.ts"
import { type PartOfFile, partBytes, type SentFile } from "./SentFile.ts"

/** Returns the bytes of a file from a job's arguments, in a new array. */
export const readSentBytes = async ({ file }: SentFile, ask: Ask): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for (;;) {
    const request: PartOfFile = { file, offset: length }
    const part = (await ask(request)) as Uint8Array
    parts.push(part)
    length += part.length
    if (part.length < partBytes) break
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
