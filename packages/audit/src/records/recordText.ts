import type { AuditEvent } from "../AuditRecord.ts"

/** A record is no larger than this, in bytes of JSON, whatever its call holds. */
export const largestRecord = 64 * 1024

type Kind = AuditEvent["kind"]

/** A record about a call as JSON, the time of now in it. What is said of the call in several records is JSON already. */
export const recordText = (kind: Kind, about: string, rest: object): string =>
  `{"at":"${now()}","kind":"${kind}",${about.slice(1, -1)},${JSON.stringify(rest).slice(1)}`

/**
 * The record of a share of what a call holds. Text that is mostly written as escapes takes up to six times its length: then the
 * share is smaller.
 */
export const boundedText = (text: (share: number) => string): string => {
  for (const share of [1, 1 / 8]) {
    const whole = text(share)
    if (whole.length * 3 <= largestRecord || Buffer.byteLength(whole) <= largestRecord) return whole
  }
  return text(0)
}

// Many records have the same millisecond.
const last = { at: 0, text: "" }

const now = (): string => {
  const at = Date.now()
  if (at !== last.at) {
    last.at = at
    last.text = new Date(at).toISOString()
  }
  return last.text
}
