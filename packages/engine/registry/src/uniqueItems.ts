import type { Json } from "@toolgate/core"

/**
 * True if no two items are equal in the sense of JSON Schema. Takes time with the size of the list, where comparing each
 * with each takes it with the square.
 */
export const areUnique = (items: ReadonlyArray<Json>): boolean => new Set(items.map(keyOf)).size === items.length

/** The same text for equal values: the order of members does not count. */
const keyOf = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${keyOf(member)}`).join()}}`
}
