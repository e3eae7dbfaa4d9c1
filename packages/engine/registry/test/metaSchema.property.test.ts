import type { Json, JsonObject } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { checkFull } from "../src/fullSchema.ts"
import { metaFaults } from "./metaFaults.ts"

const faults = (schema: JsonObject) => {
  const pointers: Array<string> = []
  checkFull(schema, new Map(), (pointer) => void pointers.push(pointer))
  return pointers
}

// The keywords for which the dialect's own schema checks everything. For the other keywords our rules are stricter.
const plain =
  `type required title description $comment format default examples deprecated readOnly writeOnly minimum maximum
  exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties uniqueItems
  minContains maxContains dependentRequired contentEncoding contentMediaType const $vocabulary`.split(/\s+/)
const one = "not if then else items contains additionalProperties propertyNames contentSchema".split(" ")
const many = "allOf anyOf oneOf prefixItems".split(" ")
const named = "properties $defs definitions dependentSchemas".split(" ")
const more = "enum pattern $ref $id $anchor $dynamicAnchor $schema patternProperties unevaluatedProperties".split(" ")

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(0, 1, -1, 1.5, "", "a", "string", "object", "a b", "#", "x#y", true, false, null),
  fc.array(fc.constantFrom<Json>("a", "b", "string", "null", 1, true), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(fc.constant<Json>(true), fc.constant<Json>(["a", "a"]))),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>
)

const schemaOf = (keywords: ReadonlyArray<string>) =>
  fc.letrec<{ schema: Json; node: JsonObject }>((tie) => ({
    node: fc
      .array(
        fc.oneof(
          fc.tuple(fc.constantFrom(...keywords), value),
          fc.tuple(fc.constantFrom(...one), tie("schema")),
          fc.tuple(fc.constantFrom(...many), fc.oneof(fc.array(tie("schema"), { maxLength: 2 }), value)),
          fc.tuple(fc.constantFrom(...named), fc.oneof(fc.dictionary(fc.constantFrom("a", "b"), tie("schema")), value)),
          fc.tuple(fc.constantFrom("x-own", "unknown"), value)
        ),
        { maxLength: 3 }
      )
      .map((members) => Object.fromEntries(members)),
    schema: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.boolean(), value, tie("node"), tie("node"))
  })).node

it("refuses meta-schema violations at the same position as the meta-schema", () => {
  fc.assert(
    fc.property(schemaOf(plain), (schema) => {
      const theirs = metaFaults(schema)
      const ours = faults(schema)
      expect(ours.length > 0).toBe(theirs.length > 0)
      // The dialect's schema points at the wrong part of a value, or at the value.
      for (const at of ours) expect(theirs.some((pointer) => pointer === at || pointer.startsWith(`${at}/`))).toBe(true)
    }),
    runs(1000)
  )
})

it("accepts no schema that the meta-schema refuses", () => {
  fc.assert(
    fc.property(schemaOf([...plain, ...more]), (schema) => {
      if (metaFaults(schema).length > 0) expect(faults(schema)).not.toEqual([])
    }),
    runs(1000)
  )
})
