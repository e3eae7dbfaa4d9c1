import { jmespath } from "./library.ts"

/**
 * Returns what an expression makes of a JSON value of few levels. The result may hold numbers that JSON lacks, and objects without
 * prototypes. Throws the library's error, whose message names types and functions, and quotes no value. This module stands alone, so
 * that a process which only evaluates loads nothing else.
 */
export const search = (expression: string, value: unknown): unknown =>
  jmespath.search(withoutPrototypes(value), expression)

// The library would find the members of a prototype.
const withoutPrototypes = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  const plain: Record<string, unknown> = Object.create(null)
  for (const [name, member] of Object.entries(value)) plain[name] = withoutPrototypes(member)
  return plain
}
