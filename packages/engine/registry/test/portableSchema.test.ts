import type { Schema } from "@toolgate/core"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { problemsOf, tool } from "./ask.ts"

const faults = (parameters: unknown) => problemsOf(tool("a", { parameters: parameters as Schema }))
const inside = (property: unknown) => faults({ type: "object", properties: { p: property } })

describe("the portable subset", () => {
  it("accepts its keywords, annotations and simple bounds", () => {
    expect(
      faults({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        title: "T",
        description: "D",
        required: ["s"],
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 9,
        properties: {
          s: { type: "string", minLength: 1, maxLength: 2, pattern: "^[a-z]+$", format: "uuid", default: "x" },
          n: { type: "number", minimum: 0, maximum: 1, exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 },
          e: { enum: ["a", 1, null], examples: ["a"], deprecated: true, readOnly: false, writeOnly: false },
          l: { type: "array", items: { type: "null" }, minItems: 0, maxItems: 3, uniqueItems: true, $comment: "C" },
          any: {},
          type: { type: "boolean" },
          anyOf: { type: "integer" }
        }
      })
    ).toEqual([])
    expect(faults({ $schema: "http://json-schema.org/draft-07/schema#", type: "object" })).toEqual([])
  })

  it.each(
    [
      "anyOf oneOf allOf not if then else const $ref $dynamicRef $defs definitions patternProperties propertyNames",
      "dependentSchemas dependentRequired unevaluatedProperties unevaluatedItems prefixItems contains nullable $id $anchor",
      "contentMediaType $vocabulary x-order toString constructor $async"
    ].flatMap((keywords) => keywords.split(" "))
  )("names %s, its pointer and what to write instead", (keyword) => {
    expect(inside({ type: "string", [keyword]: {} })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^parameters at "/properties/p/${keyword.replace("$", "\\$")}" \\("${keyword.replace("$", "\\$")}"\\) is outside the portable subset: .+, or declare schemas: "full"$`
        )
      )
    ])
  })

  it.each([
    [{ type: "strnig" }, "/type"],
    [{ type: ["string", "null"] }, "/type"],
    [{ type: null }, "/type"],
    [{ enum: [] }, "/enum"],
    [{ enum: "a" }, "/enum"],
    [{ required: "a" }, "/required"],
    [{ required: ["a", "a"] }, "/required"],
    [{ required: [1] }, "/required"],
    [{ properties: [] }, "/properties"],
    [{ properties: { "a/b": 3 } }, "/properties/a~1b"],
    [{ properties: { x: true } }, "/properties/x"],
    [JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'), "/properties/__proto__"],
    [{ items: [{ type: "string" }] }, "/items"],
    [{ items: false }, "/items"],
    [{ additionalProperties: {} }, "/additionalProperties"],
    [{ description: 1 }, "/description"],
    [{ format: {} }, "/format"],
    [{ examples: {} }, "/examples"],
    [{ deprecated: "yes" }, "/deprecated"],
    [{ minimum: "0" }, "/minimum"],
    [{ multipleOf: 0 }, "/multipleOf"],
    [{ minLength: -1 }, "/minLength"],
    [{ maxItems: 1.5 }, "/maxItems"],
    [{ uniqueItems: 1 }, "/uniqueItems"],
    [{ pattern: 1 }, "/pattern"],
    [{ pattern: "(" }, "/pattern"],
    [{ pattern: "(?i)a" }, "/pattern"],
    [{ pattern: "(?=a)" }, "/pattern"],
    [{ pattern: "(a)\\1" }, "/pattern"],
    [{ pattern: "a".repeat(1001) }, "/pattern"],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema" }, "/$schema"]
  ])("reports the fault in %j", (schema, pointer) => {
    expect(inside(schema)).toEqual([expect.stringContaining(`parameters at "/properties/p${pointer}" `)])
  })

  it.each([undefined, null, "object", 3, [], true, { type: "string" }, {}, { properties: {} }])(
    "rejects %j as parameters",
    (schema) => {
      expect(faults(schema)).toHaveLength(1)
    }
  )

  it("refuses other dialects", () => {
    expect(faults({ type: "object", $schema: "http://json-schema.org/draft-04/schema#" })).toHaveLength(1)
  })

  it.each(["portable", "full"] as const)("bounds the depth and the size of a %s schema", (schemas) => {
    let deep: Schema = { type: "string" }
    for (let level = 0; level < 100_000; level++) deep = { type: "array", items: deep }
    const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p${index}`, {}]))
    const long = { type: "string", description: "x".repeat(300_000) }
    for (const [properties, words] of [
      [{ deep }, /deeper than 64 levels/],
      [wide, /too many values/],
      [{ long }, /too much text/]
    ] as const)
      expect(problemsOf(tool("a", { schemas, parameters: { type: "object", properties } }))).toEqual([
        expect.stringMatching(words)
      ])
  })

  it("refuses cyclic schemas, classes and functions", () => {
    const itself: Record<string, unknown> = { type: "object" }
    itself.properties = { again: itself }
    expect(faults(itself)[0]).toMatch(/contains itself/)
    expect(faults({ type: "object", properties: { d: new Date() } })[0]).toMatch(/"\/properties\/d" is an instance/)
    expect(faults({ type: "object", properties: { d: () => 1 } })[0]).toMatch(/is a function/)
  })

  it("accepts TypeBox schemas and explains exceptions", () => {
    const good = Type.Object(
      {
        text: Type.String({ minLength: 1 }),
        mode: Type.Enum(["r", "rw"]),
        tags: Type.Optional(Type.Array(Type.String())),
        nothing: Type.Null()
      },
      { additionalProperties: false }
    )
    expect(faults(good)).toEqual([])
    const union = Type.Object({ mode: Type.Union([Type.Literal("r"), Type.Literal("rw")]) })
    expect(faults(union)).toEqual([
      'parameters at "/properties/mode/anyOf" ("anyOf") is outside the portable subset: write one type, or "enum" (Type.Enum) for a choice of values, or declare schemas: "full"'
    ])
    expect(problemsOf(tool("a", { parameters: union, schemas: "full" }))).toEqual([])
  })

  it("is also checked for the output, which may have any type", () => {
    expect(problemsOf(tool("a", { output: { type: "string" } }))).toEqual([])
    expect(problemsOf(tool("a", { output: { anyOf: [] } }))).toEqual([expect.stringMatching(/^output at "\/anyOf"/)])
  })
})
