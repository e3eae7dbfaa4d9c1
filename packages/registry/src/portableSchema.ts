import { type Json, type JsonObject, pointerStep } from "@toolgate/core"
import { type LinearPattern, linearPattern } from "./linearPattern.ts"
import { quoted } from "./quoted.ts"

/** How a schema's faults are collected: a JSON pointer into the schema, and what is wrong there. */
export type ReportFault = (pointer: string, problem: string) => void

/**
 * Checks that a schema stays inside the portable subset, a closed list of keywords that every provider takes. One walk, and
 * no compilation: registering a thousand tools must not cost what compiling their schemas would.
 *
 * - The subset itself: `type` (one of seven), `enum`, `properties`, `required`, `items` (one schema), `description`,
 *   `format` (an annotation: nothing is checked by it), and `additionalProperties` as a boolean.
 * - Annotations, a documented addition: `title`, `default` (never filled in), `examples`, `deprecated`, `readOnly`,
 *   `writeOnly`, `$comment`, and at the root `$schema` (2020-12 or draft-07, which agree on all of this).
 * - Simple bounds, a documented addition: `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`,
 *   `minLength`, `maxLength`, `pattern` (where RE2 takes it), `minItems`, `maxItems`, `uniqueItems`, `minProperties`,
 *   `maxProperties`.
 */
export const checkPortable = (schema: JsonObject, patterns: Map<string, LinearPattern>, report: ReportFault) => {
  checkNode(schema, "", patterns, report)
}

const checkNode = (node: Json, at: string, patterns: Map<string, LinearPattern>, report: ReportFault) => {
  if (!isObject(node))
    return report(at, `is ${typeof node === "boolean" ? "a boolean" : "not a"} schema: write an object`)
  for (const [keyword, value] of Object.entries(node)) {
    const here = at + pointerStep(keyword)
    if (keyword === "properties") {
      if (!isObject(value)) report(here, "must be an object of schemas")
      else
        for (const [name, property] of Object.entries(value)) {
          if (name === "__proto__")
            report(here + pointerStep(name), "cannot be validated: give the property another name")
          else checkNode(property, here + pointerStep(name), patterns, report)
        }
    } else if (keyword === "items" && !Array.isArray(value)) checkNode(value, here, patterns, report)
    else if (keyword === "pattern" && typeof value === "string") {
      const pattern = patterns.get(value) ?? linearPattern(value)
      if (typeof pattern === "string") report(here, pattern)
      else patterns.set(value, pattern)
    } else {
      const expected = keywords.get(keyword)
      if (keyword === "$schema" && at !== "") report(here, outside(keyword, "write it at the root only"))
      else if (expected === undefined || (keyword === "items" && Array.isArray(value)))
        report(here, outside(keyword, instead.get(keyword) ?? "leave it out"))
      else if (!expected.holds(value)) report(here, `must be ${expected.words}`)
    }
  }
}

const outside = (construct: string, advice: string) =>
  `(${quoted(construct)}) is outside the portable subset: ${advice}, or declare schemas: "full"`

interface Expected {
  readonly words: string
  readonly holds: (value: Json) => boolean
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const schemaTypes = ["string", "number", "integer", "boolean", "null", "object", "array"]

/** The dialects whose schemas can be read as 2020-12; draft-07 says the same where its own keywords are refused. */
export const dialects = [
  "https://json-schema.org/draft/2020-12/schema",
  "https://json-schema.org/draft/2020-12/schema#",
  "http://json-schema.org/draft-07/schema#",
  "http://json-schema.org/draft-07/schema",
  "https://json-schema.org/draft-07/schema#",
  "https://json-schema.org/draft-07/schema"
]

const text: Expected = { words: "a string", holds: (value) => typeof value === "string" }
const boolean: Expected = { words: "true or false", holds: (value) => typeof value === "boolean" }
const number: Expected = { words: "a number", holds: (value) => typeof value === "number" }
const count: Expected = {
  words: "a whole number of at least 0",
  holds: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0
}
const anything: Expected = { words: "any value", holds: () => true }

const keywords = new Map<string, Expected>(
  Object.entries({
    type: {
      words: `one of ${schemaTypes.map((type) => `"${type}"`).join(", ")}; for a list of them declare schemas: "full"`,
      holds: (value) => typeof value === "string" && schemaTypes.includes(value)
    },
    enum: { words: "a list of at least one value", holds: (value) => Array.isArray(value) && value.length > 0 },
    required: {
      words: "a list of different property names",
      holds: (value) =>
        Array.isArray(value) && value.every((name) => typeof name === "string") && new Set(value).size === value.length
    },
    items: anything,
    pattern: text,
    additionalProperties: {
      words: `true or false in the portable subset; write "properties", or declare schemas: "full"`,
      holds: (value) => typeof value === "boolean"
    },
    $schema: {
      words: "the address of JSON Schema 2020-12 or draft-07",
      holds: (value) => typeof value === "string" && dialects.includes(value)
    },
    description: text,
    title: text,
    format: text,
    $comment: text,
    default: anything,
    examples: { words: "a list", holds: Array.isArray },
    deprecated: boolean,
    readOnly: boolean,
    writeOnly: boolean,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: { words: "a number greater than 0", holds: (value) => typeof value === "number" && value > 0 },
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minProperties: count,
    maxProperties: count,
    uniqueItems: boolean
  })
)

const oneShape = 'write one type, or "enum" (Type.Enum) for a choice of values'
const flat = "write the schema out where it is used"
const closed = 'name each property under "properties"'

const instead = new Map(
  Object.entries({
    anyOf: oneShape,
    oneOf: oneShape,
    allOf: "write its parts into one schema",
    not: "write what is allowed instead",
    if: oneShape,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: oneShape,
    else: oneShape,
    const: 'write "enum" with one value',
    $ref: flat,
    $dynamicRef: flat,
    $defs: flat,
    definitions: flat,
    patternProperties: closed,
    propertyNames: closed,
    dependentSchemas: closed,
    dependentRequired: closed,
    unevaluatedProperties: closed,
    items: "write one schema for all items",
    prefixItems: 'write one schema for all items under "items"',
    contains: 'write one schema for all items under "items"',
    nullable: 'leave the property out of "required"'
  })
)
