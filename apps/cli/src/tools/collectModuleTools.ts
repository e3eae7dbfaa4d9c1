import type { Tool } from "toolgate"

/** Returns the tools that a module exports under any name, alone or in lists. Other exports are ignored. */
export const collectModuleTools = (exported: Readonly<Record<string, unknown>>): ReadonlyArray<Tool> => {
  const found = new Set<Tool>()
  for (const value of Object.values(exported))
    for (const one of Array.isArray(value) ? value : [value]) if (isTool(one)) found.add(one)
  return [...found]
}

// The registry checks whether the definition is valid.
const isTool = (value: unknown): value is Tool =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "sideEffects" in value &&
  "implementations" in value &&
  Array.isArray(value.implementations)
