import type { Json, JsonObject } from "@toolgate/core"
import { canonicalizeJson, isJsonObject } from "@toolgate/core/json"
import type { NamedTypes } from "./NamedTypes.ts"
import { listOf, SchemaDocument } from "./SchemaDocument.ts"
import { intersection, makeArrayType, never, type TypeText, union, unknown, whole } from "./TypeText.ts"
import { comment, key, quoted } from "./written.ts"

/** Deeper schemas become `unknown`; the gate still validates them. */
const deepest = 32
const mostValues = 100
const mostOfMember = 160

/**
 * Writes the types of one schema. A type accepts every value that the schema accepts, and the gate validates the rest. The text does not
 * depend on the order of members or tools.
 */
export class TypeWriter {
  readonly #document: SchemaDocument
  readonly #types: NamedTypes
  readonly #name: string
  readonly #of: "arguments" | "result"

  /** `name` is used for references to the whole schema. Limits are written for inputs only. */
  constructor(root: JsonObject, types: NamedTypes, name: string, of: "arguments" | "result") {
    this.#document = new SchemaDocument(root)
    this.#types = types
    this.#name = name
    this.#of = of
  }

  type(schema: Json | undefined, depth = 0): TypeText {
    if (schema === false) return never
    if (!isJsonObject(schema) || depth > deepest) return unknown
    const parts = [
      this.#own(schema, depth),
      ...(typeof schema.$ref === "string" ? [this.#referred(schema.$ref, depth)] : []),
      ...[schema.anyOf, schema.oneOf].filter(Array.isArray).map((all) => union(this.#each(all, depth))),
      ...this.#each(listOf(schema.allOf), depth)
    ]
    const type = intersection(parts)
    return schema.nullable === true ? union([type, whole("null")]) : type
  }

  /** Returns each member of an object as text. */
  members(schema: JsonObject, depth = 0): ReadonlyArray<string> {
    const properties = isJsonObject(schema.properties) ? schema.properties : {}
    const required = new Set(listOf(schema.required).filter((name) => typeof name === "string"))
    const optional = Object.keys(properties).filter((name) => !required.has(name))
    const named = [...required, ...optional.toSorted()].map((name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return `${key(name)}${required.has(name) ? "" : "?"}: ${this.type(property, depth + 1).text}${noted(property, this.#of)}`
    })
    return [...named, ...this.#further(schema, named.length > 0, depth)]
  }

  #each(schemas: ReadonlyArray<Json>, depth: number) {
    return schemas.map((inner) => this.type(inner, depth + 1))
  }

  /** Returns the type from keywords that do not refer to other schemas of the same value. */
  #own(schema: JsonObject, depth: number): TypeText {
    const values = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? undefined : [schema.const]
    if (values === undefined) return this.#typed(schema, depth)
    const listed = union(values.slice(0, mostValues).map(literal))
    if (listed === unknown) return this.#typed(schema, depth)
    return values.length <= mostValues ? listed : union([listed, this.#typed(schema, depth)])
  }

  #typed(schema: JsonObject, depth: number): TypeText {
    const { type } = schema
    if (Array.isArray(type)) return union(type.map((one) => this.#ofType(one, schema, depth)))
    if (type !== undefined) return this.#ofType(type, schema, depth)
    if (objectWords.some((word) => schema[word] !== undefined)) return this.#ofType("object", schema, depth)
    return schema.items === undefined && schema.prefixItems === undefined
      ? unknown
      : this.#ofType("array", schema, depth)
  }

  #ofType(type: Json, schema: JsonObject, depth: number): TypeText {
    switch (type) {
      case "string":
      case "boolean":
      case "null":
        return whole(type)
      case "number":
      case "integer":
        return whole("number")
      case "array":
        return this.#array(schema, depth)
      case "object": {
        const members = this.members(schema, depth)
        return whole(members.length === 0 ? "{}" : `{ ${members.join("; ")} }`)
      }
      default:
        return unknown
    }
  }

  #array(schema: JsonObject, depth: number): TypeText {
    const isOld = Array.isArray(schema.items)
    const first = listOf(isOld ? schema.items : schema.prefixItems)
    const rest = isOld ? schema.additionalItems : schema.items
    if (first.length === 0) return makeArrayType(this.type(rest, depth + 1))
    const least = typeof schema.minItems === "number" ? schema.minItems : 0
    const items = first.map((item, at) => {
      const { text, binds } = this.type(item, depth + 1)
      return at < least ? text : `${binds === "everywhere" ? text : `(${text})`}?`
    })
    const further = rest === false ? [] : [`...${makeArrayType(this.type(rest, depth + 1)).text}`]
    return whole(`[${[...items, ...further].join(", ")}]`)
  }

  /** Describes additional members in a comment, because a type cannot combine them with named ones. */
  #further(schema: JsonObject, isBesideNamed: boolean, depth: number): ReadonlyArray<string> {
    const { additionalProperties: others, patternProperties } = schema
    const patterns = isJsonObject(patternProperties) ? Object.entries(patternProperties).toSorted(byName) : []
    const types = patterns.map(([pattern, inner]): readonly [string, TypeText] => [
      `/${pattern}/`,
      this.type(inner, depth + 1)
    ])
    const isAny = others === undefined && schema.properties === undefined && !isBesideNamed
    if (isJsonObject(others) || others === true || isAny) types.push(["", this.type(others, depth + 1)])
    if (types.length === 0) return []
    const said = types.map(([pattern, { text }]) => (pattern === "" ? text : `${pattern}: ${text}`))
    if (isBesideNamed)
      return [`[key: string]: unknown${types.every(([, type]) => type === unknown) ? "" : aside(said.join(", "))}`]
    const all = union(types.map(([, type]) => type)).text
    return [`[key: string]: ${all}${patterns.length === 0 ? "" : aside(said.join(", "))}`]
  }

  #referred(reference: string, depth: number): TypeText {
    const target = this.#document.target(reference)
    if (!isJsonObject(target)) return target === false ? never : unknown
    if (this.#document.leadsToItself(target)) return unknown
    const wanted = reference === "#" ? this.#name : reference.slice(reference.lastIndexOf("/") + 1)
    return this.#types.refer(this.#document.textOf(target), wanted, () => ({
      type: this.type(target, depth + 1),
      description: descriptionOf(target)
    }))
  }
}

const objectWords = ["properties", "required", "additionalProperties", "patternProperties"] as const

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)

const aside = (text: string): string => ` /* ${comment(text, mostOfMember)} */`

const descriptionOf = ({ description }: JsonObject): string => (typeof description === "string" ? description : "")

/** Returns the comment of a member: its description and limits. */
const noted = (schema: Json | undefined, of: "arguments" | "result"): string => {
  if (!isJsonObject(schema)) return ""
  const said = descriptionOf(schema)
  const further = of === "result" ? [] : bounds(schema, said)
  const [text, beyond] = [said, further.join(", ")].map((one) => comment(one, mostOfMember))
  if (!text || !beyond) return text || beyond ? ` /* ${text || beyond} */` : ""
  return ` /* ${text}${/[.!?]$/.test(text) ? "" : ","} ${beyond} */`
}

/** Returns the type of a constant. Undefined for a large or deep value. */
const literal = (value: Json): TypeText => {
  const text = literalText(value, 4)
  return text === undefined || text.length > 400 ? unknown : whole(text)
}

const literalText = (value: Json, depth: number): string | undefined => {
  if (depth === 0) return undefined
  if (typeof value === "string") return quoted(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const isArray = Array.isArray(value)
  const parts = isArray
    ? value.map((item) => literalText(item, depth - 1))
    : Object.keys(value)
        .toSorted()
        .map((name) => {
          const text = literalText((value as Readonly<Record<string, Json>>)[name] ?? null, depth - 1)
          return text && `${key(name)}: ${text}`
        })
  if (parts.includes(undefined)) return undefined
  return isArray ? `[${parts.join(", ")}]` : parts.length === 0 ? "{}" : `{ ${parts.join("; ")} }`
}

/** Summarises constraints that a type cannot express but that would refuse a call. */
const bounds = (node: JsonObject, described: string): ReadonlyArray<string> => {
  const { type, format, pattern, multipleOf, uniqueItems, deprecated } = node
  const said: Array<string> = []
  const isInteger = type === "integer" || (Array.isArray(type) && type.includes("integer") && !type.includes("number"))
  const numbers = range([node.minimum, node.exclusiveMinimum], [node.maximum, node.exclusiveMaximum])
  if (isInteger || numbers !== "") said.push(`${isInteger ? "integer" : ""} ${numbers}`.trim())
  const length = range([node.minLength === 1 ? undefined : node.minLength], [node.maxLength])
  if (length !== "") said.push(`${length} characters`)
  const items = range([node.minItems], [node.maxItems])
  if (items !== "" && node.prefixItems === undefined) said.push(`${items} items`)
  if (uniqueItems === true) said.push("unique")
  if (typeof multipleOf === "number") said.push(`multiple of ${multipleOf}`)
  if (type === "string" && typeof format === "string") said.push(format.slice(0, 40))
  if (typeof pattern === "string" && pattern.length <= 60) said.push(`/${pattern}/`)
  if (deprecated === true) said.push("deprecated")
  const byDefault = defaultOf(node.default)
  if (byDefault !== undefined && !(/default/i.test(described) && described.includes(byDefault)))
    said.push(`default ${byDefault}`)
  return said
}

const range = (
  [least, over]: ReadonlyArray<Json | undefined>,
  [most, under]: ReadonlyArray<Json | undefined>
): string => {
  const from = typeof least === "number" ? `≥ ${least}` : typeof over === "number" ? `> ${over}` : ""
  const to = typeof most === "number" ? `≤ ${most}` : typeof under === "number" ? `< ${under}` : ""
  return typeof least === "number" && typeof most === "number" ? `${least}..${most}` : [from, to].join(" ").trim()
}

/** Returns the default value, unless it is absent or long. */
const defaultOf = (value: Json | undefined): string | undefined => {
  if (value === undefined || value === null) return undefined
  const text = canonicalizeJson(value)
  return text.length > 40 ? undefined : text
}
