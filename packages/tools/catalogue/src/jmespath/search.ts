import { jmespath } from "./library.ts"

/**
 * Evaluates an expression on a JSON value of limited depth. The result may contain numbers that JSON lacks, and objects without prototypes.
 * Throws the library's error, whose message quotes no value. This module has no other imports, so that a process which only evaluates loads
 * nothing else.
 */
export const search = (expression: string, value: unknown): unknown =>
  jmespath.search(withoutPrototypes(value), expression)

// The library would find members of the prototype.
const withoutPrototypes = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  const plain: Record<string, unknown> = Object.create(null)
  for (const [name, member] of Object.entries(value)) plain[name] = withoutPrototypes(member)
  return plain
}
