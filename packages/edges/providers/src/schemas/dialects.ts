import { allowValues, type Dialect, hasOnlyScalars } from "./Dialect.ts"

const common = ["type", "properties", "required", "additionalProperties", "items", "enum", "description", "title"]

const notDocumented = "is not among the keywords that the provider documents for strict schemas"

/** Reasons that apply to OpenAI and Anthropic. */
const lackingBoth = {
  additionalProperties: "must be false: a strict object has only the properties that it names",
  required: "has to name every property: a strict object has all of its properties",
  allOf: notDocumented,
  not: notDocumented,
  if: notDocumented,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: notDocumented,
  else: notDocumented,
  oneOf: notDocumented,
  patternProperties: "names no property: a strict object has only the properties that it names",
  propertyNames: "names no property: a strict object has only the properties that it names",
  default: "would be ignored: a strict object has all of its properties",
  type: "must be one type that the provider documents",
  enum: "must be a list of strings, numbers, booleans and null",
  format: "is not among the formats that the provider documents"
}

const heldTypes = allowValues("string", "number", "integer", "boolean", "object", "array", "null")

const formats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]

/**
 * OpenAI's schemas. The guide's "Structured model outputs" documents strict schemas and their limits; the API's errors
 * document the rules for the root, `items` and `properties`.
 */
export const openAiDialect: Dialect = {
  held: new Set([
    ...common,
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems"
  ]),
  lacking: {
    ...lackingBoth,
    pattern: "has a look-around group or a back-reference, which the provider does not accept"
  },
  isHeld: {
    type: heldTypes,
    enum: hasOnlyScalars,
    format: allowValues(...formats),
    pattern: (value) => typeof value === "string" && !/\(\?|\\[1-9k]/.test(value)
  },
  hasStrict: true,
  mostStrict: Number.POSITIVE_INFINITY,
  bounds: { depth: 10, properties: 5_000, values: 1_000, text: 120_000 },
  notAtRoot: {
    oneOf: "the provider refuses it at the root",
    anyOf: "the provider refuses it at the root",
    allOf: "the provider refuses it at the root",
    enum: "the provider refuses it at the root",
    not: "the provider refuses it at the root"
  },
  isSpelledOut: true
}

/**
 * Anthropic's schemas. The guide's "Structured outputs" documents them under "JSON Schema limitations" and "Schema
 * complexity limits". Optional properties and unions count towards limits of the whole request, so our strict schemas
 * have none.
 */
export const anthropicDialect: Dialect = {
  held: new Set([...common, "format", "minItems"]),
  lacking: {
    ...lackingBoth,
    minItems: "may be 0 or 1 in a strict schema",
    minimum: "is a limit that strict schemas do not support",
    maximum: "is a limit that strict schemas do not support",
    exclusiveMinimum: "is a limit that strict schemas do not support",
    exclusiveMaximum: "is a limit that strict schemas do not support",
    multipleOf: "is a limit that strict schemas do not support",
    minLength: "is a limit that strict schemas do not support",
    maxLength: "is a limit that strict schemas do not support",
    maxItems: "is a limit that strict schemas do not support",
    pattern: "is enforced only in part"
  },
  isHeld: {
    type: heldTypes,
    enum: hasOnlyScalars,
    format: allowValues(...formats, "uri"),
    minItems: allowValues(0, 1)
  },
  hasStrict: true,
  mostStrict: 20,
  bounds: { depth: 10, properties: 5_000, values: 1_000, text: 120_000 },
  notAtRoot: {
    oneOf: "the provider refuses it at the root",
    anyOf: "the provider refuses it at the root",
    allOf: "the provider refuses it at the root"
  },
  propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/,
  isSpelledOut: false
}

/**
 * Gemini's schemas: the keywords that the API reference lists for JSON Schema. Gemini has no strict tools, but the mode
 * `VALIDATED` of a request enforces these keywords.
 */
export const geminiDialect: Dialect = {
  held: new Set([
    ...common,
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "format",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf"
  ]),
  lacking: {
    oneOf: "is read as anyOf",
    default: "is not read",
    enum: "must be a list of strings and numbers",
    additionalProperties: "must be a boolean or a schema"
  },
  isHeld: {
    enum: (value) => Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number")
  },
  hasStrict: false,
  mostStrict: 0,
  bounds: { depth: 100, properties: 5_000, values: 5_000, text: 1_000_000 },
  notAtRoot: {},
  isSpelledOut: false
}
