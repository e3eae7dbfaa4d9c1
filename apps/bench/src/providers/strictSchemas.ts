import type { JsonObject } from "@toolgate/core"

const described = { description: { type: "string" }, title: { type: "string" } }
const formats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]
const plain = { enum: { type: "array", items: { type: ["string", "number", "boolean", "null"] }, minItems: 1 } }

const object = (): JsonObject => ({
  type: "object",
  properties: {
    ...described,
    type: { const: "object" },
    properties: { type: "object", additionalProperties: { $ref: "#/$defs/node" } },
    required: { type: "array", items: { type: "string" } },
    additionalProperties: { const: false }
  },
  required: ["type", "additionalProperties"],
  additionalProperties: false
})

const leaf = (types: ReadonlyArray<string>, members: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { ...described, ...plain, type: { enum: types }, ...members },
  required: ["type"],
  additionalProperties: false
})

const subset = (strings: JsonObject, numbers: JsonObject, lists: JsonObject): JsonObject => ({
  $ref: "#/$defs/object",
  $defs: {
    object: object(),
    node: {
      anyOf: [
        { $ref: "#/$defs/object" },
        leaf(["string"], strings),
        leaf(["number", "integer"], numbers),
        leaf(["boolean", "null"]),
        { ...leaf(["array"], { items: { $ref: "#/$defs/node" }, ...lists }), required: ["type", "items"] }
      ]
    }
  }
})

const bound = { type: "number" }

const openAi = subset(
  { pattern: { type: "string" }, format: { enum: formats } },
  { multipleOf: bound, minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound },
  { minItems: bound, maxItems: bound }
)

/** The providers' schemas for strict tools, as schemas of schemas, written from the providers' guides. */
export const strictSchemas: Readonly<Record<string, JsonObject>> = {
  openai: openAi,
  "openai-chat": openAi,
  anthropic: subset({ format: { enum: [...formats, "uri"] } }, {}, { minItems: { enum: [0, 1] } })
}
