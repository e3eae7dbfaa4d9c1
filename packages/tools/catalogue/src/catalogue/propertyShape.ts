import type { JsonObject } from "@toolgate/core"
import {
  anyText,
  count,
  flag,
  jsonValue,
  type Key,
  listOf,
  mapOf,
  type NameShape,
  oneOf,
  recordOf,
  reportWrongType,
  type Shape
} from "@toolgate/yaml-reading"

/** A parameter of a tool: its JSON Schema, and whether it is required. */
export interface Property {
  readonly schema: JsonObject
  readonly isRequired: boolean
}

const names: NameShape<string> = {
  step: "PARAMETER",
  schema: { minLength: 1, maxLength: 256 },
  read: (name, at, reading) =>
    name === "__proto__" || name.length > 256 || /^$|[\p{Cc}\p{Cs}]/u.test(name)
      ? reading.fault(at, () => `a parameter cannot have the name ${JSON.stringify(name.slice(0, 64))}`)
      : name
}

const number: Shape<number> = {
  type: "a number",
  schema: { type: "number" },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    return node.kind === "scalar" && typeof node.value === "number" && Number.isFinite(node.value)
      ? node.value
      : reportWrongType(number.type, entry, reading)
  }
}

/** The shape of a nested property. Recursive. */
const inner: Shape<Property> = {
  type: "a map",
  schema: { type: "object" },
  beneath: [],
  read: (entry, reading) => property.read(entry, reading)
}

const optional = <A>(shape: Shape<A>, description: string): Key<A> => ({ shape, description, absent: "not restricted" })

/** Keys that are copied to the schema unchanged. */
const copied = {
  title: optional(anyText, "A title for people."),
  description: optional(anyText, "A description for the model."),
  default: optional(jsonValue, "The default for an absent argument. Only shown to models; the tool must apply it."),
  examples: optional(listOf("a list of values", jsonValue), "Examples of values."),
  enum: optional(listOf("a list of values", jsonValue), "The values that are valid."),
  format: optional(anyText, "The format of a text, as in date or uri. Only shown to models, not checked."),
  pattern: optional(anyText, "The regular expression that a text must match."),
  minimum: optional(number, "The minimum."),
  maximum: optional(number, "The maximum."),
  exclusiveMinimum: optional(number, "The number that the value must be above."),
  exclusiveMaximum: optional(number, "The number that the value must be below."),
  multipleOf: optional(number, "The number that the value must be a multiple of."),
  minLength: optional(count(0), "The minimum number of characters."),
  maxLength: optional(count(0), "The maximum number of characters."),
  minItems: optional(count(0), "The minimum number of items."),
  maxItems: optional(count(0), "The maximum number of items."),
  uniqueItems: optional(flag, "Whether all items of a list must be different.")
} as const

/** The JSON Schema keywords that a property may have, except those with nested properties. */
export const copiedKeywords: ReadonlyArray<keyof typeof copied> = Object.keys(copied) as Array<keyof typeof copied>

/** The shape of a parameter, or of a property or an item of one. */
export const property: Shape<Property> = recordOf(
  "a parameter",
  {
    type: {
      shape: oneOf("type", ["string", "number", "integer", "boolean", "object", "array", "null"]),
      description: "The type of the value.",
      absent: 'one of "enum", which is then required'
    },
    required: {
      shape: flag,
      description: "Whether a call needs the parameter.",
      absent: "false"
    },
    ...copied,
    items: { shape: inner, description: "The items of a list.", absent: "any" },
    properties: {
      shape: mapOf("a map of parameters", names, inner),
      description: "The properties of an object, which then has no others.",
      absent: "any"
    }
  },
  (given, at, reading) => {
    const { type, items, properties, required = false } = given
    const fault = (message: string) => reading.fault(at, () => message)
    if (type === undefined && given.enum === undefined) return fault('a parameter needs the key "type", or "enum"')
    if (items !== undefined && type !== "array") return fault('the key "items" is for a parameter of the type array')
    if (properties !== undefined && type !== "object")
      return fault('the key "properties" is for a parameter of the type object')
    const schema: Record<string, unknown> = type === undefined ? {} : { type }
    for (const key of copiedKeywords) if (given[key] !== undefined) schema[key] = given[key]
    if (items !== undefined) schema.items = items.schema
    if (properties !== undefined) Object.assign(schema, makeClosedObject(properties))
    return { schema: schema as JsonObject, isRequired: required }
  }
)

/** The shape of parameters by their names. */
export const properties: Shape<ReadonlyMap<string, Property>> = mapOf("a map of parameters", names, property)

/** Returns an object schema with exactly these properties. */
export const makeClosedObject = (properties: ReadonlyMap<string, Property>): JsonObject => {
  const required = [...properties].filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return {
    type: "object",
    properties: Object.fromEntries([...properties].map(([name, { schema }]) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false
  }
}
