import type { Json, JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { Dialect, Lack } from "./Dialect.ts"

/** The limit for reported parts of one schema. */
const most = 20

/**
 * Returns up to twenty parts of a schema that a provider does not enforce: none if its strict mode expresses the whole
 * schema.
 */
export const findLacks = (schema: JsonObject, dialect: Dialect): ReadonlyArray<Lack> => {
  const walk: Walk = { dialect, lacks: [], properties: 0, values: 0, text: 0 }
  node(schema, "", 1, walk)
  const { bounds } = dialect
  for (const [kind, count, bound] of [
    ["properties", walk.properties, bounds.properties],
    ["values of enums", walk.values, bounds.values],
    ["characters in names and values", walk.text, bounds.text]
  ] as const)
    if (count > bound) lack(walk, "", kind, `the limit is ${bound}`)
  return walk.lacks
}

interface Walk {
  readonly dialect: Dialect
  readonly lacks: Array<Lack>
  properties: number
  values: number
  text: number
}

const node = (schema: Json, at: string, depth: number, walk: Walk): undefined => {
  const { dialect } = walk
  if (walk.lacks.length >= most) return
  if (!isJsonObject(schema)) return lack(walk, at, "schema", "the provider does not document a boolean as a schema")
  if (depth > dialect.bounds.depth)
    return lack(walk, at, "depth", `the limit is ${dialect.bounds.depth} levels of schemas`)
  for (const [keyword, value] of Object.entries(schema)) {
    // `$schema` at the root constrains nothing and is left out of strict schemas.
    if (keyword === "$schema" && at === "") continue
    const isHeld = Object.hasOwn(dialect.isHeld, keyword) ? dialect.isHeld[keyword] : undefined
    if (!dialect.held.has(keyword) || isHeld?.(value) === false) lack(walk, at, keyword, whyNot(keyword, dialect))
    if (keyword === "enum" && Array.isArray(value)) {
      walk.values += value.length
      for (const one of value) if (typeof one === "string") walk.text += one.length
    }
  }
  if (dialect.hasStrict) strictObject(schema, at, walk)
  const within = depth + 1
  for (const keyword of ["properties", "$defs"]) {
    const schemas = own(schema, keyword)
    if (isJsonObject(schemas))
      for (const [name, one] of Object.entries(schemas)) {
        walk.properties++
        walk.text += name.length
        node(one, `${at}/${keyword}/${escaped(name)}`, within, walk)
      }
  }
  const { items } = schema
  if (items !== undefined) node(items, `${at}/items`, within, walk)
  if (items === undefined && own(schema, "type") === "array" && dialect.hasStrict)
    lack(walk, at, "items", "has to say what the items are")
  for (const keyword of ["anyOf", "oneOf", "prefixItems"]) {
    const schemas = own(schema, keyword)
    if (dialect.held.has(keyword) && Array.isArray(schemas))
      schemas.forEach((one, index) => {
        node(one, `${at}/${keyword}/${index}`, within, walk)
      })
  }
}

/** Reports an open object, optional properties, or a schema without a type. */
const strictObject = (schema: JsonObject, at: string, walk: Walk): void => {
  const type = own(schema, "type")
  if (type === undefined) lack(walk, at, "type", whyNot("type", walk.dialect))
  if (type !== "object") {
    // Keywords for objects are meaningless beside another type, but a provider may apply them.
    for (const keyword of ["properties", "required", "additionalProperties"])
      if (Object.hasOwn(schema, keyword)) lack(walk, at, keyword, "belongs to an object")
    return
  }
  const properties = own(schema, "properties")
  const required = own(schema, "required")
  if (own(schema, "additionalProperties") !== false)
    lack(walk, at, "additionalProperties", whyNot("additionalProperties", walk.dialect))
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  const needed = new Set(Array.isArray(required) ? required : [])
  if (names.some((name) => !needed.has(name)) || needed.size !== names.length)
    lack(walk, at, "required", whyNot("required", walk.dialect))
}

const whyNot = (keyword: string, { lacking, hasStrict }: Dialect): string =>
  (Object.hasOwn(lacking, keyword) ? lacking[keyword] : undefined) ??
  `is not among the keywords that the provider documents${hasStrict ? " for strict schemas" : ""}`

const lack = ({ lacks }: Walk, at: string, keyword: string, why: string): undefined => {
  if (lacks.length < most) lacks.push({ at, keyword, why: `"${keyword}" ${why}.` })
}

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")

const own = (schema: JsonObject, keyword: string): Json | undefined =>
  Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
