import type { Tool } from "toolgate"

type Schema = unknown

/** The kinds of values that a schema accepts, insofar as they decide how a word is parsed. */
export interface ValueKinds {
  readonly allowed: ReadonlySet<Kind>
  /** The values that the schema lists. */
  readonly literals: ReadonlyArray<unknown>
  /** The kinds of values of items, if the schema accepts lists. */
  readonly items: ValueKinds | undefined
}

type Kind = (typeof kinds)[number]

const kinds = ["string", "number", "integer", "boolean", "null", "array", "object"] as const

/** Returns the schemas of an argument, including alternatives. Empty if the parameters do not mention the argument. */
export const findArgumentSchemas = (parameters: Tool["parameters"] | undefined, name: string): ReadonlyArray<Schema> =>
  alternatives(parameters, parameters).flatMap((schema) => {
    const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
    return Object.hasOwn(properties, name) ? [properties[name]] : []
  })

/**
 * Returns the kinds of values that any of these schemas accepts. A schema without a type accepts everything, and words are then parsed as
 * text.
 */
export const listValueKinds = (schemas: ReadonlyArray<Schema>, root: Schema, depth = 0): ValueKinds => {
  const all = schemas.flatMap((schema) => alternatives(schema, root))
  const allowed = new Set<Kind>()
  const literals: Array<unknown> = []
  const items: Array<Schema> = []
  let isOpen = schemas.length === 0
  for (const schema of all) {
    if (!isObject(schema)) isOpen = true
    else if ("const" in schema) literals.push(schema.const)
    else if (Array.isArray(schema.enum)) literals.push(...schema.enum)
    else {
      const types = kinds.filter((kind) => [schema.type].flat().includes(kind))
      for (const type of types) allowed.add(type)
      if (types.includes("array")) items.push(schema.items)
      // A schema that only combines others accepts nothing by itself.
      if (types.length === 0 && !bundles.some((key) => key in schema)) isOpen = true
    }
  }
  if (isOpen || (allowed.size === 0 && literals.length === 0)) allowed.add("string")
  if (literals.some((literal) => typeof literal === "string")) allowed.add("string")
  if (literals.some((literal) => typeof literal === "number")) allowed.add("number")
  if (literals.some((literal) => typeof literal === "boolean")) allowed.add("boolean")
  return {
    allowed,
    literals,
    items: items.length === 0 || depth > 8 ? undefined : listValueKinds(items, root, depth + 1)
  }
}

const bundles = ["$ref", "anyOf", "oneOf", "allOf"]

/** Returns a schema, followed by the schemas that it combines. */
const alternatives = (schema: Schema, root: Schema, depth = 0): ReadonlyArray<Schema> => {
  if (!isObject(schema) || depth > 8) return [schema]
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []))
  const named = typeof schema.$ref === "string" ? [resolved(schema.$ref, root)] : []
  return [schema, ...[...parts, ...named].flatMap((part) => alternatives(part, root, depth + 1))]
}

const resolved = (reference: string, root: Schema): Schema => {
  if (!reference.startsWith("#")) return undefined
  let at = root
  for (const step of reference.slice(1).split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~")
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return at
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
