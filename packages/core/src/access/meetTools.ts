import type { Ceiling } from "../DispatchContext.ts"

/** Returns the tools that both ceilings allow. An empty list allows nothing. */
export const meetTools = (first: Ceiling["tools"], second: Ceiling["tools"]): Ceiling["tools"] => {
  if (first === "any") return second
  if (second === "any") return first
  const others = new Set(second)
  return first.filter((name) => others.has(name))
}
