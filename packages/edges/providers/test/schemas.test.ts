import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema"
import { getLeastCount, runs } from "@toolgate/testing"
import { Ajv2020 } from "ajv/dist/2020.js"
import fc from "fast-check"
import { toStrictJsonSchema } from "openai/lib/transform"
import { describe, expect, it } from "vitest"
import { convertSchema } from "../src/schemas/convertSchema.ts"
import { anthropicDialect, geminiDialect, openAiDialect } from "../src/schemas/dialects.ts"

const name = fc.constantFrom("a", "b", "c", "$meta")

type Node = Record<string, unknown>

/** Schemas, many of them closed with all properties required. */
const { node } = fc.letrec<{ node: Node; object: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record(
      {
        type: fc.constant("string"),
        pattern: fc.constantFrom("^a", "(?=a)"),
        maxLength: fc.nat(3),
        description: fc.string()
      },
      { requiredKeys: ["type"] }
    ),
    fc.record(
      { type: fc.constantFrom("integer", "number"), minimum: fc.integer({ min: -2, max: 2 }), default: fc.integer() },
      { requiredKeys: ["type"] }
    ),
    fc.record({ type: fc.constantFrom("boolean", "null", ["string", "null"]) }),
    fc.record({ enum: fc.array(fc.constantFrom("x", 1, true, null, {}), { minLength: 1 }) }),
    fc.record(
      { type: fc.constant("array"), items: tie("node"), minItems: fc.nat(2), maxItems: fc.nat(3) },
      { requiredKeys: ["type"] }
    ),
    fc.record({ anyOf: fc.array(tie("node"), { minLength: 1, maxLength: 2 }) }),
    tie("object"),
    fc.constant({})
  ),
  object: fc
    .tuple(
      fc.dictionary(name, tie("node"), { maxKeys: 3 }),
      fc.boolean(),
      fc.record(
        {
          $schema: fc.constant("http://json-schema.org/draft-07/schema#"),
          additionalProperties: fc.boolean(),
          title: fc.string()
        },
        { requiredKeys: [] }
      )
    )
    .map(([properties, isWhole, rest]) => ({
      type: "object",
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(isWhole ? { required: Object.keys(properties), additionalProperties: false } : {}),
      ...rest
    }))
}))

const schema = fc.oneof(
  node,
  fc.dictionary(name, node, { maxKeys: 3 }).map((properties) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false
  }))
)

const dialects = { openAiDialect, anthropicDialect, geminiDialect }
const validator = (schema: object) => new Ajv2020({ strict: false, validateSchema: false }).compile(schema)
const withoutDialect = ({ $schema: _, ...rest }: Node) => rest

describe.each(Object.entries(dialects))("schemas for %s", (_, dialect) => {
  it("accept exactly the values that the tool's own schema accepts", () => {
    fc.assert(
      fc.property(schema, fc.array(fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }))), (given, values) => {
        const found = convertSchema(given, dialect)
        if ("refused" in found) return
        const [own, told] = [validator(withoutDialect(given)), validator(withoutDialect(found.schema as Node))]
        for (const value of [...values, {}, { a: "a" }, { a: 1, b: 2 }, { a: null, b: "x", c: [] }])
          expect(told(value)).toBe(own(value))
      })
    )
  })
})

/** Removes empty lists, which have no meaning. */
const removeEmptyLists = (schema: unknown): unknown =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      ["properties", "required"].includes(key) && Object.keys(value).length === 0 ? undefined : value
    )
  )

describe("a strict schema", () => {
  const found = { openAi: 0, anthropic: 0 }
  it("is unchanged by the SDKs' own transforms", () => {
    fc.assert(
      fc.property(schema, (given) => {
        const openAi = convertSchema(given, openAiDialect)
        if ("schema" in openAi && openAi.isExact) {
          found.openAi++
          expect(toStrictJsonSchema(openAi.schema as never)).toEqual(openAi.schema)
        }
        const anthropic = convertSchema(given, anthropicDialect)
        if ("schema" in anthropic && anthropic.isExact) {
          found.anthropic++
          expect(removeEmptyLists(transformJSONSchema(anthropic.schema as never))).toEqual(
            removeEmptyLists(anthropic.schema)
          )
        }
      }),
      runs(2_000)
    )
    expect(found.openAi).toBeGreaterThanOrEqual(getLeastCount(0.13, runs(2_000)))
    expect(found.anthropic).toBeGreaterThanOrEqual(getLeastCount(0.13, runs(2_000)))
  })

  it("has no optional property, open object, unsupported bound, or part without a type", () => {
    const closed = (properties: Node, over: Node = {}) => ({
      type: "object",
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
      ...over
    })
    const strictFor = (given: Node) =>
      Object.entries(dialects).flatMap(([name, dialect]) => {
        const made = convertSchema(given, dialect)
        return "schema" in made && made.isExact ? name : []
      })
    const a = { type: "string" }
    expect(strictFor(closed({ a }))).toEqual(["openAiDialect", "anthropicDialect"])
    expect(strictFor(closed({ a }, { $schema: "https://json-schema.org/draft/2020-12/schema" }))).toHaveLength(2)
    expect(strictFor(closed({ a: { type: "integer", minimum: 1 } }))).toEqual(["openAiDialect"])
    expect(strictFor(closed({ a: { type: "array", items: a, minItems: 2 } }))).toEqual(["openAiDialect"])
    expect(strictFor(closed({ a: { type: "string", format: "uri" } }))).toEqual(["anthropicDialect"])
    expect(strictFor(closed({ a }, { required: [] }))).toEqual([])
    expect(strictFor(closed({ a }, { additionalProperties: true }))).toEqual([])
    expect(strictFor(closed({ a: {} }))).toEqual([])
    expect(strictFor(closed({ a: { type: "array" } }))).toEqual([])
    expect(strictFor(closed({ a: { enum: ["x"] } }))).toEqual([])
    expect(strictFor(closed({ a: { type: "string", pattern: "(?=x)" } }))).toEqual([])
    expect(strictFor(closed({ a: { type: ["string", "null"] } }))).toEqual([])
    expect(strictFor(closed({ a: true }))).toEqual([])
    const deep = Array.from({ length: 10 }).reduce<Node>((inner) => closed({ a: inner }), a)
    expect(strictFor(deep)).toEqual([])
    const names = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`p${at}`, a]))
    expect(strictFor(closed(names))).toEqual([])
  })
})

describe("a schema", () => {
  it("is refused with the reason if the provider would refuse it", () => {
    const root = { type: "object", properties: {}, anyOf: [{ required: ["a"] }] }
    expect(convertSchema(root, openAiDialect)).toEqual({
      refused: 'its schema has "anyOf": the provider refuses it at the root'
    })
    expect(convertSchema(root, geminiDialect)).toHaveProperty("schema")
    expect(convertSchema({ type: "string" }, anthropicDialect)).toEqual({
      refused: "its schema does not accept objects, but arguments are always an object"
    })
    expect(convertSchema(true, anthropicDialect)).toHaveProperty("refused")
    expect(convertSchema({ type: "object", properties: { "a b": {} } }, anthropicDialect)).toEqual({
      refused: 'its schema has the property "a b", whose name the provider does not accept'
    })
  })

  it("reports the parts that a provider does not enforce, with reasons", () => {
    const given = { type: "object", properties: { "a/b": { type: "string", minLength: 1 } }, required: ["a/b"] }
    expect(convertSchema(given, geminiDialect)).toMatchObject({
      schema: given,
      lacks: [
        {
          at: "/properties/a~1b",
          keyword: "minLength",
          why: '"minLength" is not among the keywords that the provider documents.'
        }
      ]
    })
  })

  it("is restricted to objects if it has no type or allows other types too", () => {
    for (const given of [{}, { type: ["null", "object"] }])
      expect(convertSchema(given, anthropicDialect)).toMatchObject({ schema: { type: "object" }, isRewritten: true })
  })

  it("gets the empty lists and properties that OpenAI requires at any depth", () => {
    const list = { type: "array" }
    const given = { type: "object", additionalProperties: { anyOf: [list, { $defs: { x: list } }] } }
    const items = { type: "array", items: {} }
    expect(convertSchema(given, openAiDialect)).toHaveProperty("schema", {
      type: "object",
      properties: {},
      additionalProperties: { anyOf: [items, { $defs: { x: items } }] }
    })
  })
})
