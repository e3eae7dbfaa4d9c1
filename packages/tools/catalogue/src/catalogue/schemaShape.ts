import type { Json, JsonObject, Tool } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import { jsonObject, reportWrongType, type Shape, type YamlNode } from "@toolgate/yaml-reading"
import { copiedKeywords, makeClosedObject, properties } from "./propertyShape.ts"

/** A schema from a catalogue, and the dialect that it needs. */
export interface WrittenSchema {
  readonly schema: JsonObject
  readonly schemas: Tool["schemas"]
}

/**
 * The shape of a schema: a map of parameters, which becomes a closed object schema, or a complete JSON Schema, recognised by a text "type".
 */
const schemaOf = (onlyType?: string): Shape<WrittenSchema> => ({
  type: "a map of parameters, or a JSON Schema",
  schema: { type: "object" },
  beneath: properties.beneath,
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "map")
      return reportWrongType("a map of parameters, or a JSON Schema", entry, reading, { none: "{}" })
    const type = typeIn(node)
    if (type === undefined) {
      const given = properties.read(entry, reading)
      return given === undefined ? undefined : { schema: makeClosedObject(given), schemas: "portable" }
    }
    if (onlyType !== undefined && type.value !== onlyType)
      return reading.fault(
        type.at,
        () => `a JSON Schema of parameters has the type ${onlyType}; write a map for a parameter that is called "type"`
      )
    const schema = jsonObject.read(entry, reading)
    return schema === undefined ? undefined : { schema, schemas: isPortable(schema) ? "portable" : "full" }
  }
})

/** The shape of the parameters of a tool. */
export const parameters: Shape<WrittenSchema> = schemaOf("object")

/** The shape of the schema of a structured result. */
export const outputSchema: Shape<WrittenSchema> = schemaOf()

const typeIn = (node: YamlNode) => {
  const type = node.kind === "map" ? node.entries.find(({ key }) => key === "type")?.value : undefined
  return type?.kind === "scalar" && typeof type.value === "string" ? type : undefined
}

/** Whether a schema uses only keywords that every provider accepts. Validity is checked elsewhere. */
const isPortable = (schema: Json | undefined): boolean =>
  isJsonObject(schema) &&
  Object.entries(schema).every(([keyword, value]) => {
    if (keyword === "properties") return isJsonObject(value) && Object.values(value).every(isPortable)
    if (keyword === "items") return isPortable(value)
    if (keyword === "type") return typeof value === "string"
    if (keyword === "additionalProperties") return typeof value === "boolean"
    return portable.has(keyword)
  })

const portable: ReadonlySet<string> = new Set([
  ...copiedKeywords,
  "required",
  "minProperties",
  "maxProperties",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$schema"
])
