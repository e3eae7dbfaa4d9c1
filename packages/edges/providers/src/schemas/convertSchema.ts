import type { Json, JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { Dialect, Lack } from "./Dialect.ts"
import { findLacks } from "./findLacks.ts"

/** A schema in the provider's form, or the reason why it cannot be declared. */
export type DeclaredSchema =
  | {
      readonly schema: JsonObject
      readonly isExact: boolean
      readonly isRewritten: boolean
      readonly lacks: ReadonlyArray<Lack>
    }
  | { readonly refused: string }

/** The schema of a tool whose real schema a model has to ask for. */
export const openSchema: JsonObject = { type: "object", properties: {}, additionalProperties: true }

/**
 * Converts a schema to the provider's form without changing its meaning. Parts that the provider ignores stay; a schema
 * that the provider would reject is refused here, with the reason.
 */
export const convertSchema = (own: unknown, dialect: Dialect): DeclaredSchema => {
  const given = ofObjects(own)
  if (given === undefined) return { refused: "its schema does not accept objects, but arguments are always an object" }
  for (const [keyword, why] of Object.entries(dialect.notAtRoot))
    if (Object.hasOwn(given, keyword)) return { refused: `its schema has ${JSON.stringify(keyword)}: ${why}` }
  const { propertyNames } = dialect
  const properties = member(given, "properties")
  if (propertyNames !== undefined && isJsonObject(properties))
    for (const name of Object.keys(properties))
      if (!propertyNames.test(name))
        return { refused: `its schema has the property ${shown(name)}, whose name the provider does not accept` }
  const lacks = findLacks(given, dialect)
  const isExact = dialect.hasStrict && lacks.length === 0
  const schema = isExact ? withoutDialect(given) : given
  const spelled = dialect.isSpelledOut ? (spelledOut(schema, { isRoot: true, isExact }, 0) as JsonObject) : schema
  return { schema: spelled, isExact, isRewritten: spelled !== own, lacks }
}

// Arguments are always objects, so restricting the type to objects does not change the meaning.
const ofObjects = (schema: unknown): JsonObject | undefined => {
  if (!isJsonObject(schema)) return undefined
  const type = member(schema, "type")
  if (type === "object") return schema
  return type === undefined || (Array.isArray(type) && type.includes("object"))
    ? { ...schema, type: "object" }
    : undefined
}

const withoutDialect = (schema: JsonObject): JsonObject => {
  if (!Object.hasOwn(schema, "$schema")) return schema
  const { $schema: _, ...rest } = schema
  return rest
}

/**
 * Adds `items` to lists, `properties` to the root, and both `properties` and `required` to the objects of a strict
 * schema. All are empty, which allows the same values.
 */
const spelledOut = (schema: Json, place: { isRoot: boolean; isExact: boolean }, depth: number): Json => {
  if (!isJsonObject(schema) || depth > 100) return schema
  const made = new Map<string, Json>()
  const within = { ...place, isRoot: false }
  for (const keyword of holdsSchema) map(schema, keyword, made, (value) => spelledOut(value, within, depth + 1))
  for (const keyword of holdsSchemas)
    map(schema, keyword, made, (value) => {
      if (!Array.isArray(value)) return value
      const all = value.map((one) => spelledOut(one, within, depth + 1))
      return all.every((one, index) => one === value[index]) ? value : all
    })
  for (const keyword of namesSchemas)
    map(schema, keyword, made, (value) => {
      if (!isJsonObject(value)) return value
      const all = Object.entries(value).map(([name, one]) => [name, spelledOut(one, within, depth + 1)] as const)
      return all.every(([name, one]) => one === value[name]) ? value : Object.fromEntries(all)
    })
  const type = member(schema, "type")
  const isList = type === "array" || (Array.isArray(type) && type.includes("array"))
  if (isList && !Object.hasOwn(schema, "items") && !Object.hasOwn(schema, "prefixItems")) made.set("items", {})
  const isObjects = place.isRoot || (place.isExact && type === "object")
  if (isObjects && !Object.hasOwn(schema, "properties")) made.set("properties", {})
  if (isObjects && place.isExact && !Object.hasOwn(schema, "required")) made.set("required", [])
  return made.size === 0 ? schema : { ...schema, ...Object.fromEntries(made) }
}

const holdsSchema = ["items", "additionalProperties", "not", "contains"]
const holdsSchemas = ["anyOf", "oneOf", "allOf", "prefixItems"]
const namesSchemas = ["properties", "$defs", "definitions"]

const map = (schema: JsonObject, keyword: string, made: Map<string, Json>, change: (value: Json) => Json): void => {
  const value = member(schema, keyword)
  if (value === undefined) return
  const changed = change(value)
  if (changed !== value) made.set(keyword, changed)
}

const shown = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)

const member = (schema: JsonObject, keyword: string): Json | undefined =>
  Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
