import type { AuditEvent } from "@toolgate/wire"

/** A record is no larger than this, in bytes of JSON, whatever its call holds. */
const largestRecord = 64 * 1024

type Kind = AuditEvent["kind"]

/** The members of an object as JSON, without its braces. */
export const membersOf = (object: object): string => JSON.stringify(object).slice(1, -1)

/** The members of a record about a call, but for its time. */
export const recordText = (kind: Kind, about: string, rest: string): string => `"kind":"${kind}",${about},${rest}`

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
