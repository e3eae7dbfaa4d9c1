import type { AuditEvent } from "@toolgate/wire"

/** The most bytes of a record as JSON, whatever its call holds. */
const largestRecord = 64 * 1024

type Kind = AuditEvent["kind"]

/** Returns the members of an object as JSON, without the braces. */
export const membersOf = (object: object): string => JSON.stringify(object).slice(1, -1)

/** Returns the members of a record about a call, without its time. */
export const recordText = (kind: Kind, about: string, rest: string): string => `"kind":"${kind}",${about},${rest}`

/**
 * Returns a record that fits its bound. `text` makes the record of a share of what the call holds. Text that consists
 * mostly of escapes takes up to six times its length, and then a smaller share is tried.
 */
export const boundedText = (text: (share: number) => string): string => {
  for (const share of [1, 1 / 8]) {
    const whole = text(share)
    if (whole.length * 3 <= largestRecord || Buffer.byteLength(whole) <= largestRecord) return whole
  }
  return text(0)
}
