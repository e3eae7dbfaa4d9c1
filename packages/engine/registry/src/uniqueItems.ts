import type { Json } from "@toolgate/core"

/**
 * Whether no two items are equal in the sense of JSON Schema. The time grows linearly with the list. Comparing each
 * item with each would take quadratic time.
 */
export const areUnique = (items: ReadonlyArray<Json>): boolean => new Set(items.map(keyOf)).size === items.length

/** Returns a text that is the same for equal values. The order of members does not count. */
const keyOf = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${keyOf(member)}`).join()}}`
}
