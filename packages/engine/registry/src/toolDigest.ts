import { hash } from "node:crypto"
import type { ToolDefinition } from "@toolgate/core"

/**
 * Returns the SHA-256 of a whole definition, in hexadecimal. Definitions that differ in anything have different
 * digests.
 */
export const toolDigest = (definition: ToolDefinition): string => hash("sha256", canonicalJson(definition))

/**
 * Returns JSON as RFC 8785 writes it: names in the order of their UTF-16 code units, and no blanks. A member that is
 * `undefined` is absent.
 */
const canonicalJson = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`
}
