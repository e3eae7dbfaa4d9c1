import type { Json, JsonObject } from "@toolgate/core"
import { encodePointerStep } from "@toolgate/core/json"
import type { DescribedArgument } from "./guessArgumentKind.ts"

/** An argument that is a string or a list of strings. */
export interface TextArgument extends DescribedArgument {
  /** The pointer of a declaration. For a list, it points to the items. */
  readonly pointer: string
  /** Whether every call has the argument. */
  readonly isRequired: boolean
  readonly fallback: string | undefined
}

/**
 * Returns the texts and lists of texts in an argument schema at any depth that a pointer can express, and whether the whole schema was
 * searched.
 */
export const listTextArguments = (
  schema: JsonObject
): { readonly args: ReadonlyArray<TextArgument>; readonly isWhole: boolean } => {
  const walked: Walk = { root: schema, found: [], places: 0, isWhole: true }
  walk(walked, { schema, pointer: "", name: "", isList: false, isRequired: true, depth: 0 })
  return { args: walked.found, isWhole: walked.isWhole }
}

interface Walk {
  readonly root: JsonObject
  readonly found: Array<TextArgument>
  /** Number of positions searched so far. */
  places: number
  isWhole: boolean
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
  if (depth > deepest || walked.places++ >= mostPlaces) {
    walked.isWhole = false
    return
  }
  for (const schema of alternatives(place.schema, walked.root)) {
    const types = [schema.type].flat()
    if (types.includes("string") && schema.enum === undefined && schema.const === undefined && pointer !== "")
      walked.found.push({
        pointer,
        name,
        isList,
        isRequired,
        format: textIn(schema, "format"),
        described: [place.schema, schema]
          .map((one) => textIn(one, "description") ?? textIn(one, "title") ?? "")
          .join(" "),
        fallback: textIn(schema, "default") ?? textIn(place.schema, "default")
      })
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    // A "*" step would mean the items of a list.
    for (const [member, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
      if (member !== "*" && /^[ -~]{1,128}$/.test(member))
        walk(walked, {
          schema: inner,
          pointer: `${pointer}${encodePointerStep(member)}`,
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

/** Returns a schema and the schemas in the same document that it combines, each once. */
const alternatives = (schema: Json | undefined, root: JsonObject): ReadonlySet<JsonObject> => {
  const all = new Set<JsonObject>(isObject(schema) ? [schema] : [])
  for (const one of all) {
    const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => (Array.isArray(one[key]) ? one[key] : []))
    const [, name = ""] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(textIn(one, "$ref") ?? "") ?? []
    const named = [root.$defs, root.definitions].flatMap((defined) =>
      isObject(defined) && Object.hasOwn(defined, name) ? defined[name] : []
    )
    for (const part of [...parts, ...named] as ReadonlyArray<Json>)
      if (isObject(part) && all.size < mostAlternatives) all.add(part)
  }
  return all
}

const textIn = (schema: Json | undefined, key: string): string | undefined => {
  const text = isObject(schema) ? schema[key] : undefined
  return typeof text === "string" ? text : undefined
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Limits on depth and number of positions. A schema can refer to itself. */
const deepest = 8
const mostPlaces = 2_000
const mostAlternatives = 100
