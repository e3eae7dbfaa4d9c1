import type { AuditRecord } from "../AuditRecord.ts"

/** The record of a line, where it is one. Whether it is what was written is another question. */
export const recordIn = (line: Uint8Array): AuditRecord | undefined => {
  try {
    const value = JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString())
    return typeof value?.kind === "string" && typeof value.at === "string" && Number.isSafeInteger(value.seq)
      ? value
      : undefined
  } catch {
    return undefined
  }
}
