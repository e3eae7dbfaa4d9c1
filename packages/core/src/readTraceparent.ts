/**
 * Returns a `traceparent` in the form of version 00, or `undefined` for anything else. A bad value must not affect a call,
 * because it only concerns those who watch. Source: https://www.w3.org/TR/trace-context/#traceparent-header
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { readTraceparent } from "@toolgate/core"
 *
 * const given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
 * assert.equal(readTraceparent(given), given)
 * // An id of zeros is invalid.
 * assert.equal(readTraceparent("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"), undefined)
 * ```
 */
export const readTraceparent = (given: unknown): string | undefined => {
  if (typeof given !== "string" || !form.test(given)) return undefined
  if (given.startsWith("00")) return given.length === length ? given : undefined
  // A later version may add fields. The known ones keep their meaning.
  return given.length === length || given[length] === "-" ? `00${given.slice(2, length)}` : undefined
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/
const length = 55
