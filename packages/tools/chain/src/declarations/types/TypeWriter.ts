import type { Json, JsonObject } from "@toolgate/core"
import { bounds } from "./bounds.ts"
import { literal } from "./literal.ts"
import type { NamedTypes } from "./NamedTypes.ts"
import { isObject, listOf, SchemaDocument } from "./SchemaDocument.ts"
import { arrayOf, intersection, never, type TypeText, union, unknown, whole } from "./TypeText.ts"
import { comment, key } from "./written.ts"

/** Deeper schemas are `unknown`: the gate's check says the rest. */
const deepest = 32
const mostValues = 100
const mostOfMember = 160

/**
 * Writes the types of one schema. The type takes every value that the schema takes; what a type cannot say, the gate's check does.
 * Neither the order of a schema's members nor that of its tool changes the text.
 */
export class TypeWriter {
  readonly #document: SchemaDocument
  readonly #types: NamedTypes
  readonly #name: string
  readonly #of: "arguments" | "result"

  /** `name`: that of a type that is the schema as a whole, if one refers to it. Bounds are for whoever writes a value: not of a result. */
  constructor(root: JsonObject, types: NamedTypes, name: string, of: "arguments" | "result") {
    this.#document = new SchemaDocument(root)
    this.#types = types
    this.#name = name
    this.#of = of
  }

  type(schema: Json | undefined, depth = 0): TypeText {
    if (schema === false) return never
    if (!isObject(schema) || depth > deepest) return unknown
    const parts = [
      this.#own(schema, depth),
      ...(typeof schema.$ref === "string" ? [this.#referred(schema.$ref, depth)] : []),
      ...[schema.anyOf, schema.oneOf].filter(Array.isArray).map((all) => union(this.#each(all, depth))),
      ...this.#each(listOf(schema.allOf), depth)
    ]
    const type = intersection(parts)
    return schema.nullable === true ? union([type, whole("null")]) : type
  }

  /** Returns the members of an object, each as a text of its own. */
  members(schema: JsonObject, depth = 0): ReadonlyArray<string> {
    const properties = isObject(schema.properties) ? schema.properties : {}
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

  /** The type by the keywords that refer to no other schema of the same value. */
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
    if (first.length === 0) return arrayOf(this.type(rest, depth + 1))
    const least = typeof schema.minItems === "number" ? schema.minItems : 0
    const items = first.map((item, at) => {
      const { text, binds } = this.type(item, depth + 1)
      return at < least ? text : `${binds === "everywhere" ? text : `(${text})`}?`
    })
    const further = rest === false ? [] : [`...${arrayOf(this.type(rest, depth + 1)).text}`]
    return whole(`[${[...items, ...further].join(", ")}]`)
  }

  /** The members of an object that have no names. Beside named ones, a type cannot say what they are: a comment does. */
  #further(schema: JsonObject, isBesideNamed: boolean, depth: number): ReadonlyArray<string> {
    const { additionalProperties: others, patternProperties } = schema
    const patterns = isObject(patternProperties) ? Object.entries(patternProperties).toSorted(byName) : []
    const types = patterns.map(([pattern, inner]): readonly [string, TypeText] => [
      `/${pattern}/`,
      this.type(inner, depth + 1)
    ])
    const isAny = others === undefined && schema.properties === undefined && !isBesideNamed
    if (isObject(others) || others === true || isAny) types.push(["", this.type(others, depth + 1)])
    if (types.length === 0) return []
    const said = types.map(([pattern, { text }]) => (pattern === "" ? text : `${pattern}: ${text}`))
    if (isBesideNamed)
      return [`[key: string]: unknown${types.every(([, type]) => type === unknown) ? "" : aside(said.join(", "))}`]
    const all = union(types.map(([, type]) => type)).text
    return [`[key: string]: ${all}${patterns.length === 0 ? "" : aside(said.join(", "))}`]
  }

  #referred(reference: string, depth: number): TypeText {
    const target = this.#document.target(reference)
    if (!isObject(target)) return target === false ? never : unknown
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

/** Returns the comment behind a member: what its author says of it, and its bounds. */
const noted = (schema: Json | undefined, of: "arguments" | "result"): string => {
  if (!isObject(schema)) return ""
  const said = descriptionOf(schema)
  const further = of === "result" ? [] : bounds(schema, said)
  const [text, beyond] = [said, further.join(", ")].map((one) => comment(one, mostOfMember))
  if (!text || !beyond) return text || beyond ? ` /* ${text || beyond} */` : ""
  return ` /* ${text}${/[.!?]$/.test(text) ? "" : ","} ${beyond} */`
}
