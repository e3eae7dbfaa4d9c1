import type { Json, JsonObject } from "@toolgate/core"
import type { YamlNode } from "@toolgate/yaml-reading"
import { FreeNames } from "./FreeNames.ts"
import { entriesOf, isTrue, itemsOf, jsonOf, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"

/** Most values in one tool's schemas, a fraction of what a gate accepts. */
const mostNodes = 8_000

/** The largest schema, in values, that is inlined at each use. */
const mostWrittenOut = 8

/** Longest description of a parameter or property, in characters. */
const longestDescription = 400

/**
 * Converts the schemas of one tool to JSON Schema 2020-12. A schema that is used several times is moved to `$defs`, so that the tool grows
 * linearly with its document. Small ones, and those used once, are inlined.
 */
export class ToolSchemas {
  private readonly document: OpenApiDocument
  private readonly shared: (pointer: string) => boolean
  private readonly names = new Map<string, string>()
  private readonly freeNames = new FreeNames()
  private readonly uses = new Map<string, number>()
  private readonly sizes = new Map<string, number>()
  private nodes = 0
  private references = 0

  private constructor(document: OpenApiDocument, shared: (pointer: string) => boolean) {
    this.document = document
    this.shared = shared
  }

  /** Returns the result of `make` with the tool's definitions. `undefined` if they are too large. */
  static of<A>(
    document: OpenApiDocument,
    make: (schemas: ToolSchemas) => A
  ): { readonly made: A; readonly definitions: JsonObject | undefined } | undefined {
    // The first pass names every schema, which shows how often each is used. Every cycle has a schema that is used twice.
    const all = new ToolSchemas(document, () => true)
    make(all)
    all.definitions()
    if (all.nodes > mostNodes) return undefined
    const schemas = new ToolSchemas(
      document,
      (pointer) => (all.uses.get(pointer) ?? 0) > 1 && (all.sizes.get(pointer) ?? 0) > mostWrittenOut
    )
    const made = make(schemas)
    return { made, definitions: schemas.definitions() }
  }

  /** Converts a schema of the document. Response-only parts are left out. */
  read(node: YamlNode | undefined): JsonObject {
    const followed = this.document.follow(node)
    if (followed === undefined) return {}
    if (this.nodes++ > mostNodes) return {}
    const { pointer } = followed
    if (pointer === undefined) return this.written(followed.node)
    this.references++
    this.uses.set(pointer, (this.uses.get(pointer) ?? 0) + 1)
    return this.shared(pointer) ? { $ref: `#/$defs/${this.nameOf(pointer)}` } : this.written(followed.node)
  }

  private definitions(): JsonObject | undefined {
    const definitions: Record<string, Json> = {}
    // Converting a definition may add further ones.
    for (const [pointer, name] of this.names) {
      const target = this.document.follow({ kind: "map", at: 0, entries: [refEntry(pointer)], repeated: [] })
      if (target === undefined) continue
      const before = this.nodes
      const references = this.references
      definitions[name] = this.written(target.node)
      // A schema with references is never small, because it may be part of a cycle.
      this.sizes.set(pointer, this.references === references ? this.nodes - before : Number.POSITIVE_INFINITY)
    }
    return this.names.size === 0 ? undefined : definitions
  }

  private nameOf(pointer: string): string {
    const known = this.names.get(pointer)
    if (known !== undefined) return known
    const last = pointer.slice(pointer.lastIndexOf("/") + 1).replaceAll(/\W+/g, "_")
    const name = this.freeNames.take([last])
    this.names.set(pointer, name)
    return name
  }

  private written(node: YamlNode): JsonObject {
    const schema: Record<string, Json> = {}
    const hidden = new Set<string>()
    for (const { key, value } of entriesOf(node)) {
      this.nodes++
      if (this.nodes > mostNodes) return {}
      if (copied.has(key)) {
        const given = jsonOf(value)
        if (isUsable(key, given)) schema[key] = given
      } else if (key === "description") schema.description = (textIn(value) ?? "").slice(0, longestDescription)
      else if (single.has(key)) {
        schema[key] = value.kind === "scalar" && typeof value.value === "boolean" ? value.value : this.read(value)
      } else if (several.has(key)) schema[key] = itemsOf(value).map((item) => this.read(item))
      else if (named.has(key)) {
        const parts: Array<readonly [string, Json]> = []
        for (const { key: name, value: part } of value.kind === "map" ? value.entries : []) {
          if (isTrue(memberOf(part, "readOnly"))) hidden.add(name)
          else if (name !== "__proto__") parts.push([name, this.read(part)])
        }
        schema[key] = Object.fromEntries(parts)
      }
    }
    if (Array.isArray(schema.required)) schema.required = schema.required.filter((name) => !hidden.has(String(name)))
    return tidied(schema, isTrue(memberOf(node, "nullable")))
  }
}

const refEntry = (pointer: string) => ({
  key: "$ref",
  at: 0,
  end: 1,
  value: { kind: "scalar" as const, at: 0, value: pointer, plain: undefined }
})

/** Converts an OpenAPI 2.0 or 3.0 schema to JSON Schema 2020-12. A 3.1 schema is returned unchanged. */
const tidied = (schema: Record<string, Json>, isNullable: boolean): JsonObject => {
  for (const [exclusive, bound] of bounds) {
    if (typeof schema[exclusive] !== "boolean") continue
    if (schema[exclusive] && typeof schema[bound] === "number") {
      schema[exclusive] = schema[bound]
      delete schema[bound]
    } else delete schema[exclusive]
  }
  // Validators refuse an empty list or one with duplicates.
  if (Array.isArray(schema.required)) schema.required = [...new Set(schema.required)]
  if (Array.isArray(schema.required) && schema.required.length === 0) delete schema.required
  if (Array.isArray(schema.enum) && schema.enum.length === 0) delete schema.enum
  if (typeof schema.items === "object" && schema.type === undefined) schema.type = "array"
  if (typeof schema.properties === "object" && schema.type === undefined) schema.type = "object"
  if (!isNullable) return schema
  if (schema.type === undefined)
    return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: "null" }] }
  if (typeof schema.type !== "string") return schema
  schema.type = [schema.type, "null"]
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null]
  return schema
}

/** Whether a keyword has a valid value. Published documents contain invalid ones that only strict readers refuse. */
const isUsable = (key: string, value: Json): boolean => {
  if (key === "type") return (Array.isArray(value) ? value : [value]).every((one) => types.has(String(one)))
  if (/^m(?:in|ax)(?:Length|Items|Properties|Contains)$/.test(key)) return Number.isInteger(value) && Number(value) >= 0
  if (key === "minimum" || key === "maximum") return typeof value === "number"
  if (key === "multipleOf") return typeof value === "number" && value > 0
  if (key.startsWith("exclusive")) return typeof value === "number" || typeof value === "boolean"
  if (key === "enum" || key === "required") return Array.isArray(value)
  if (key === "uniqueItems" || key === "deprecated") return typeof value === "boolean"
  return key !== "format" || typeof value === "string"
}

const types: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "null", "object", "array"])

const bounds = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"]
] as const

/** Keywords that are copied. Patterns are not, because documents use many regex dialects; the service checks them. */
const copied: ReadonlySet<string> = new Set(
  "type enum const default format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties required deprecated minContains maxContains dependentRequired".split(
    " "
  )
)
const single: ReadonlySet<string> = new Set(
  "items additionalProperties not if then else contains propertyNames unevaluatedProperties".split(" ")
)
const several: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"])
const named: ReadonlySet<string> = new Set(["properties", "dependentSchemas"])
