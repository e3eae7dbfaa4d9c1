import type { FileHandle } from "node:fs/promises"
import { parseJsonObject } from "@toolgate/core/json"
import type { AuditRecord } from "@toolgate/wire"
import { checkHash } from "./chain.ts"

/** The length limit of a line, in bytes. Readers hold at most this much of a line in memory. */
export const longestLine = 256 * 1024

/** Returns the first record of a segment of `size` bytes, or `undefined` if it is incomplete. */
export const readFirstRecord = async (file: FileHandle, size: number): Promise<AuditRecord | undefined> => {
  for (let length = firstLook; length <= longestLine; length *= 8) {
    const bytes = await read(file, 0, Math.min(size, length))
    const end = bytes.indexOf(newline)
    if (end >= 0) return whole(bytes.subarray(0, end))
    if (length >= size) return undefined
  }
  return undefined
}

/**
 * Returns the last record of a segment of `size` bytes, or `undefined` if it is damaged. Ignores a line without a line
 * end.
 */
export const readLastRecord = async (file: FileHandle, size: number): Promise<AuditRecord | undefined> =>
  (await lastOf(file, size))?.record

/** Returns the line of the last record with its position, or `undefined` if it is damaged. */
export const readLastLine = async (file: FileHandle, size: number) => {
  const last = await lastOf(file, size)
  return last?.record === undefined ? undefined : { number: last.record.seq, start: last.start, bytes: last.bytes }
}

const lastOf = async (file: FileHandle, size: number) => {
  for (let length = firstLook; length <= longestLine; length *= 8) {
    const from = Math.max(0, size - length)
    const bytes = await read(file, from, size - from)
    // Bytes after the last line end are still being written, or their process was killed.
    const end = bytes.lastIndexOf(newline)
    const begin = end > 0 ? bytes.lastIndexOf(newline, end - 1) : -1
    if (end > 0 && (begin >= 0 || from === 0)) {
      const line = bytes.subarray(begin + 1, end)
      return { start: from + begin + 1, bytes: line, record: whole(line) }
    }
    if (from === 0) return undefined
  }
  return undefined
}

const read = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

/**
 * Returns the record in a line with a valid hash. Skips the schema check, so that opening a log does not load the
 * schema.
 */
const whole = (line: Buffer): AuditRecord | undefined =>
  checkHash(line) === undefined ? undefined : (parseJsonObject(line.toString()) as AuditRecord | undefined)

const firstLook = 4 * 1024
const newline = 0x0a
