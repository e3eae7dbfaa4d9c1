import { type Json, type JsonObject, quoted } from "@toolgate/core"
import { encodePointerStep, isJsonObject } from "@toolgate/core/json"
import { compilePattern, type LinearPattern } from "./compilePattern.ts"
import { anything, commonKeywords, type Expected, schemaTypes } from "./keywords.ts"

/** Called with each fault: a JSON pointer into the schema, and the problem. */
export type ReportFault = (pointer: string, problem: string) => void

/**
 * Checks that a schema stays inside the portable subset, a closed list of keywords that every provider accepts. One walk, and
 * no compilation: registering a thousand tools must not cost what compiling their schemas would.
 *
 * - The subset itself: `type` (one of seven), `enum`, `properties`, `required`, `items` (one schema), `description`,
 *   `format` (an annotation: nothing is checked by it), and `additionalProperties` as a boolean.
 * - Annotations, a documented addition: `title`, `default` (never filled in), `examples`, `deprecated`, `readOnly`,
 *   `writeOnly`, `$comment`, and at the root `$schema` (2020-12 or draft-07, which agree on all of this).
 * - Simple bounds, a documented addition: `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`,
 *   `minLength`, `maxLength`, `pattern` (if RE2 accepts it), `minItems`, `maxItems`, `uniqueItems`, `minProperties`,
 *   `maxProperties`.
 */
export const checkPortable = (schema: JsonObject, patterns: Map<string, LinearPattern>, report: ReportFault) => {
  checkNode(schema, "", patterns, report)
}

const checkNode = (node: Json, at: string, patterns: Map<string, LinearPattern>, report: ReportFault) => {
  if (!isJsonObject(node))
    return report(at, `is ${typeof node === "boolean" ? "a boolean" : "not a"} schema: write an object`)
  for (const [keyword, value] of Object.entries(node)) {
    const here = at + encodePointerStep(keyword)
    if (keyword === "properties") {
      if (!isJsonObject(value)) report(here, "must be an object of schemas")
      else
        for (const [name, property] of Object.entries(value)) {
          if (name === "__proto__")
            report(here + encodePointerStep(name), "cannot be validated: give the property another name")
          else checkNode(property, here + encodePointerStep(name), patterns, report)
        }
    } else if (keyword === "items" && !Array.isArray(value)) checkNode(value, here, patterns, report)
    else if (keyword === "pattern" && typeof value === "string") {
      const pattern = patterns.get(value) ?? compilePattern(value)
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

const keywords = new Map<string, Expected>(
  Object.entries({
    ...commonKeywords,
    type: {
      words: `one of ${schemaTypes.map((type) => `"${type}"`).join(", ")}; for a list of them declare schemas: "full"`,
      holds: (value: Json) => typeof value === "string" && schemaTypes.includes(value)
    },
    items: anything,
    additionalProperties: {
      words: `true or false in the portable subset; write "properties", or declare schemas: "full"`,
      holds: (value: Json) => typeof value === "boolean"
    }
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
