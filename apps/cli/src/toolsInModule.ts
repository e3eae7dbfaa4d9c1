import type { Tool } from "toolgate"

/** The tools that a module exports, under any name: tools, and lists of them. What else it exports is its own. */
export const toolsInModule = (exported: Readonly<Record<string, unknown>>): ReadonlyArray<Tool> => {
  const found = new Set<Tool>()
  for (const value of Object.values(exported))
    for (const one of Array.isArray(value) ? value : [value]) if (isTool(one)) found.add(one)
  return [...found]
}

// Whether its definition holds is for the registry to say.
const isTool = (value: unknown): value is Tool =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "sideEffects" in value &&
  "implementations" in value &&
  Array.isArray(value.implementations)
