import type { Ceiling } from "../DispatchContext.ts"

/**
 * Returns the tools that both ceilings allow. An empty list allows nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { meetTools } from "@toolgate/core/access"
 *
 * assert.deepEqual(meetTools(["read_file", "shell"], ["read_file"]), ["read_file"])
 * assert.equal(meetTools("any", "any"), "any")
 * ```
 */
export const meetTools = (first: Ceiling["tools"], second: Ceiling["tools"]): Ceiling["tools"] => {
  if (first === "any") return second
  if (second === "any") return first
  const others = new Set(second)
  return first.filter((name) => others.has(name))
}
