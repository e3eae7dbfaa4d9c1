import type { AuditRecord } from "../AuditRecord.ts"

/**
 * The record of a line, where it is one: whatever is read of a record elsewhere is there, and what is shown as it stands is one
 * word. Whether it is what was written is another question.
 */
export const recordIn = (line: Uint8Array): AuditRecord | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString())
    return isObject(value) && isText(value.kind, value.hash) && isTime(value.at) && isCount(value.seq) && isWhole(value)
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
        isTextIfAny(value.boot, value.namespaces, value.started) &&
        Array.isArray(value.after) &&
        value.after.every(isHead)
      )
    case "log.lost":
      return (
        isCount(value.records) && isCount(value.refused) && (value.given_up === undefined || isGivenUp(value.given_up))
      )
    case "log.closed":
      return isWord(value.because) && (value.latest === undefined || isTime(value.latest))
    case "tool.call.dispatched":
      return (
        isOfCall(value) &&
        isWord(value.side_effects) &&
        isText(value.sandbox) &&
        isRule(value.because) &&
        (value.outcome === undefined || isOutcome(value.outcome))
      )
    case "tool.call.completed":
    case "tool.call.failed":
      return isOfCall(value) && (value.intent === null || isPlace(value.intent)) && isOutcome(value)
    case "tool.call.denied":
      return isOfCall(value) && isError(value.error)
    default:
      // A later version may know more kinds; of them only whose call they are about is read here.
      return value.agent === undefined || isOfCall(value)
  }
}

const isOfCall = ({ tool, tool_call_id, session, turn, agent }: Members): boolean =>
  isText(tool, tool_call_id, session, turn, agent)

const isOutcome = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.kind) &&
  isWord(value.executed) &&
  Number.isFinite(value.duration_ms) &&
  (value.kind !== "tool.call.failed" || isError(value.error))

const isRule = (value: unknown): boolean => isObject(value) && isText(value.rule, value.source)

const isError = (value: unknown): boolean =>
  isObject(value) && isWord(value.class) && isText(value.message) && isTextIfAny(value.rule, value.source)

const isPlace = (value: unknown): value is Members => isObject(value) && isText(value.segment) && isCount(value.seq)

const isGivenUp = (value: unknown): boolean => isObject(value) && isText(value.segment) && isWord(value.because)

const isHead = (value: unknown): boolean => isPlace(value) && isText(value.hash)

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

const isText = (...values: ReadonlyArray<unknown>): boolean => values.every((value) => typeof value === "string")

const isTextIfAny = (...values: ReadonlyArray<unknown>): boolean =>
  values.every((value) => value === undefined || typeof value === "string")

const isWord = (value: unknown): boolean => typeof value === "string" && /^\w{1,64}$/.test(value)

const isTime = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
