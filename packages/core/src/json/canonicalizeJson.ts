/**
 * Writes plain data as JSON in the one form of RFC 8785: members in the order of the UTF-16 code units of their names, and no
 * blanks. Values that hold the same data have the same text. Members that JSON cannot express (functions, `undefined`) are left
 * out. Half characters and infinite numbers, for which RFC 8785 has no form, keep a text of their own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { canonicalizeJson } from "@toolgate/core/json"
 *
 * assert.equal(canonicalizeJson({ b: [1, 2], a: undefined, A: "x" }), '{"A":"x","b":[1,2]}')
 * ```
 */
export const canonicalizeJson = (value: unknown): string => {
  if (typeof value === "number") return String(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonicalizeJson).join(",")}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && typeof member !== "function")
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalizeJson(member)}`).join(",")}}`
}
