import type { Json } from "@toolgate/core"

/** A test for a keyword's value. `words` follows "must be". */
export interface Expected {
  readonly words: string
  readonly holds: (value: Json) => boolean
}

export const schemaTypes = ["string", "number", "integer", "boolean", "null", "object", "array"]

/** Dialects that can be read as 2020-12. For draft-07 this is safe because keywords with another meaning are refused. */
const dialects = [
  "https://json-schema.org/draft/2020-12/schema",
  "https://json-schema.org/draft/2020-12/schema#",
  "http://json-schema.org/draft-07/schema#",
  "http://json-schema.org/draft-07/schema",
  "https://json-schema.org/draft-07/schema#",
  "https://json-schema.org/draft-07/schema"
]

export const text: Expected = { words: "a string", holds: (value) => typeof value === "string" }
const boolean: Expected = { words: "true or false", holds: (value) => typeof value === "boolean" }
const number: Expected = { words: "a number", holds: (value) => typeof value === "number" }
export const count: Expected = {
  words: "a whole number of at least 0",
  holds: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0
}
export const anything: Expected = { words: "any value", holds: () => true }

export const differentNames: Expected = {
  words: "a list of distinct property names",
  holds: (value) =>
    Array.isArray(value) && value.every((name) => typeof name === "string") && new Set(value).size === value.length
}

/** Keywords with the same values in the portable subset and in all of 2020-12. */
export const commonKeywords = {
  enum: {
    words: "a list of at least one value",
    holds: (value: Json) => Array.isArray(value) && value.length > 0
  },
  required: differentNames,
  pattern: text,
  $schema: {
    words: "the address of JSON Schema 2020-12 or draft-07",
    holds: (value: Json) => typeof value === "string" && dialects.includes(value)
  },
  description: text,
  title: text,
  format: text,
  $comment: text,
  default: anything,
  examples: { words: "a list", holds: (value: Json) => Array.isArray(value) },
  deprecated: boolean,
  readOnly: boolean,
  writeOnly: boolean,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { words: "a number greater than 0", holds: (value: Json) => typeof value === "number" && value > 0 },
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: boolean
} satisfies Record<string, Expected>
