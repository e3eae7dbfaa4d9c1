import type { AuditRecord } from "../AuditRecord.ts"

/**
 * The record of a line, where it is one: whatever is read of a record elsewhere is there. Whether it is what was written is
 * another question.
 */
export const recordIn = (line: Uint8Array): AuditRecord | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString())
    return isObject(value) && isText(value.kind, value.at, value.hash) && isCount(value.seq) && isWhole(value)
      ? (value as unknown as AuditRecord)
      : undefined
  } catch {
    return undefined
  }
}

type Members = { readonly [name: string]: unknown }

const isWhole = (value: Members): boolean => {
  switch (value.kind) {
    case "log.opened":
      return (
        isText(value.segment, value.host) &&
        isCount(value.pid) &&
        Array.isArray(value.after) &&
        value.after.every(isHead)
      )
    case "log.lost":
      return isCount(value.records) && isCount(value.refused)
    case "tool.call.completed":
    case "tool.call.failed":
      return isText(value.tool, value.tool_call_id) && (value.intent === null || isPlace(value.intent))
    case "tool.call.dispatched":
    case "tool.call.denied":
      return isText(value.tool, value.tool_call_id)
    default:
      // A later version may know more kinds; nothing here reads them.
      return true
  }
}

const isPlace = (value: unknown): value is Members => isObject(value) && isText(value.segment) && isCount(value.seq)

const isHead = (value: unknown): boolean => isPlace(value) && isText(value.hash)

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

const isText = (...values: ReadonlyArray<unknown>): boolean => values.every((value) => typeof value === "string")

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
