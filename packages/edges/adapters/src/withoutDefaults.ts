/**
 * Returns a JSON Schema whose defaults are told in its descriptions. A gate never changes arguments, so it takes no schema that
 * fills them in: the tool does that itself, with what a person has approved.
 */
export const withoutDefaults = (schema: unknown, isNames = false): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => withoutDefaults(one))
  if (typeof schema !== "object" || schema === null) return schema
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    !isNames && values.has(name) ? value : withoutDefaults(value, !isNames && named.has(name))
  ])
  const { default: filledIn, ...kept } = Object.fromEntries(members) as Readonly<Record<string, unknown>>
  if (isNames || filledIn === undefined) return Object.fromEntries(members)
  const told = `By default: ${JSON.stringify(filledIn)}.`
  return { ...kept, description: typeof kept.description === "string" ? `${kept.description} ${told}` : told }
}

/** The keywords whose value holds a schema for each name, and those whose value is no schema. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"])
const values = new Set(["default", "const", "enum", "examples"])
