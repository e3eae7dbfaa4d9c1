import { type Json, type JsonObject, pointerStep } from "@toolgate/core"
import type { DescribedArgument } from "./argumentKind.ts"

/** An argument in a schema that is a text, or a list of texts. */
export interface TextArgument extends DescribedArgument {
  /** The pointer of a declaration: for a list, the pointer to its items. */
  readonly pointer: string
  /** Whether every call has the argument. */
  readonly isRequired: boolean
  readonly fallback: string | undefined
}

/** Returns the texts and lists of texts in a schema of arguments, also deep in it, as far as a pointer can name them. */
export const textArguments = (schema: JsonObject): ReadonlyArray<TextArgument> => {
  const found: Array<TextArgument> = []
  walk({ root: schema, found }, { schema, pointer: "", name: "", isList: false, isRequired: true, depth: 0 })
  return found
}

interface Walk {
  readonly root: JsonObject
  readonly found: Array<TextArgument>
}

interface Place {
  readonly schema: Json | undefined
  readonly pointer: string
  readonly name: string
  readonly isList: boolean
  readonly isRequired: boolean
  readonly depth: number
}

const walk = (walked: Walk, place: Place): void => {
  const { pointer, name, isList, isRequired, depth } = place
  if (depth > deepest || walked.found.length >= most) return
  for (const schema of alternatives(place.schema, walked.root)) {
    const types = [schema.type].flat()
    if (types.includes("string") && schema.enum === undefined && schema.const === undefined && pointer !== "")
      walked.found.push({
        pointer,
        name,
        isList,
        isRequired,
        format: textIn(schema, "format"),
        described: [place.schema, schema].map((one) => textIn(one, "description") ?? textIn(one, "title") ?? "").join(" "),
        fallback: textIn(schema, "default") ?? textIn(place.schema, "default")
      })
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    for (const [member, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
      // A step "*" would stand for the items of a list.
      if (member !== "*" && /^[ -~]{1,128}$/.test(member))
        walk(walked, {
          schema: inner,
          pointer: `${pointer}${pointerStep(member)}`,
          name: member,
          isList: false,
          isRequired: isRequired && required.has(member),
          depth: depth + 1
        })
    if (isObject(schema.items)) {
      const described = textIn(schema.items, "description") ?? textIn(schema, "description")
      const items = described === undefined ? schema.items : { ...schema.items, description: described }
      walk(walked, { schema: items, pointer: `${pointer}/*`, name, isList: true, isRequired, depth: depth + 1 })
    }
  }
}

/** Returns a schema and the ones that it combines, as far as they are in the same document. */
const alternatives = (schema: Json | undefined, root: JsonObject, depth = 0): ReadonlyArray<JsonObject> => {
  if (!isObject(schema) || depth > deepest) return []
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []))
  const [, name = ""] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(textIn(schema, "$ref") ?? "") ?? []
  const named = [root.$defs, root.definitions].flatMap((all) => (isObject(all) && Object.hasOwn(all, name) ? all[name] : []))
  return [schema, ...[...parts, ...named].flatMap((part) => alternatives(part as Json, root, depth + 1))]
}

const textIn = (schema: Json | undefined, key: string): string | undefined => {
  const text = isObject(schema) ? schema[key] : undefined
  return typeof text === "string" ? text : undefined
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The deepest place that is looked at, and the most arguments. */
const deepest = 8
const most = 500
