import type { AuditEvent } from "@toolgate/wire"

/** The size limit of a record's JSON, in bytes. */
const largestRecord = 64 * 1024

type Kind = AuditEvent["kind"]

/** Returns an object as JSON without the outer braces. */
export const formatMembers = (object: object): string => JSON.stringify(object).slice(1, -1)

/** Returns the members of a record about a call, without its time. */
export const formatRecord = (kind: Kind, about: string, rest: string): string => `"kind":"${kind}",${about},${rest}`

/**
 * Returns a record that fits the size limit. `text` builds the record from a share of the call's content. JSON escapes
 * can enlarge text up to six times, so a smaller share is tried if the first does not fit.
 */
export const boundRecord = (text: (share: number) => string): string => {
  for (const share of [1, 1 / 8]) {
    const whole = text(share)
    if (whole.length * 3 <= largestRecord || Buffer.byteLength(whole) <= largestRecord) return whole
  }
  return text(0)
}
