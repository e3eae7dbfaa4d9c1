import type { Json, JsonObject, RegisteredTool } from "@toolgate/core"
import { parseJson } from "@toolgate/core/json"
import { getLeastCount, runs } from "@toolgate/testing"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { registered } from "./ask.ts"

const names = fc.constantFrom("a", "b", "c/d", "~", "constructor", "toString")
const scalar = fc.oneof(
  fc.constantFrom("", "a", "bb", "1", 0, 1, -1, 2.5, null, true, false),
  fc.string(),
  fc.double({ min: -1e15, max: 1e15 })
)

const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ node: JsonObject; object: JsonObject }>((tie) => ({
  object: fc
    .record(
      {
        properties: fc.dictionary(names, tie("node"), { maxKeys: 3 }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.boolean(),
        minProperties: fc.nat({ max: 2 }),
        maxProperties: fc.integer({ min: 1, max: 4 })
      },
      { requiredKeys: [] }
    )
    .map((rest) => ({ type: "object", ...rest })),
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constant({}),
    fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array").map((type) => ({ type })),
    fc.record({ minLength: fc.nat({ max: 3 }), maxLength: fc.nat({ max: 3 }), pattern: fc.constantFrom("^a", "b+$") }),
    fc.record({ minimum: fc.integer({ min: -2, max: 2 }), multipleOf: fc.constantFrom(1, 2, 0.5) }),
    fc
      .array(fc.constantFrom<Json>("a", 1, null, true), { minLength: 1, maxLength: 3 })
      .map((values) => ({ enum: values })),
    fc
      .record({ items: tie("node"), uniqueItems: fc.boolean(), maxItems: fc.nat({ max: 4 }) })
      .map((rest) => ({ type: "array", ...rest })),
    tie("object")
  )
})).object

const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie("node"), { maxLength: 4 }),
    fc.dictionary(names, tie("node"), { maxKeys: 4 })
  )
})).node

const outcome = (tool: RegisteredTool, args: Parameters<RegisteredTool["parse"]>[0]) =>
  Effect.runSync(
    Effect.match(tool.parse(args), {
      onSuccess: (parsed) => ({ parsed, refusal: undefined }),
      onFailure: (refusal) => ({ parsed: undefined, refusal: { ...refusal } })
    })
  )

describe("parsing", () => {
  it("agrees with plain Ajv on every portable schema and every JSON object", () => {
    let valid = 0
    fc.assert(
      fc.property(
        schema,
        fc.array(fc.dictionary(names, value, { maxKeys: 4 }), { minLength: 5, maxLength: 5 }),
        (parameters, values) => {
          const tool = registered(parameters)
          const plain = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false }).compile(parameters)
          for (const given of values.map((each) => JSON.parse(JSON.stringify(each)))) {
            const { parsed, refusal } = outcome(tool, { args: given })
            expect(refusal === undefined).toBe(plain(given))
            if (refusal === undefined) {
              valid++
              expect(parsed).toEqual(given)
            } else expect(refusal.message).toMatch(/^Arguments of "it" are invalid: .+\.$/s)
          }
        }
      ),
      runs(20)
    )
    expect(valid).toBeGreaterThanOrEqual(getLeastCount(0.8, runs(20)))
  })

  it("never throws and returns frozen JSON or a refusal", () => {
    const tool = registered({ type: "object", properties: { a: { type: "array" } } })
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true
    } as fc.ObjectConstraints)
    const args = fc.oneof(
      anything,
      fc.record({ args: anything }),
      fc.record({ args: fc.dictionary(fc.string(), anything) }),
      fc.record({
        argsText: fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => text.slice(1))
        )
      })
    )
    fc.assert(
      fc.property(args, (given) => {
        const { parsed, refusal } = outcome(tool, given as never)
        if (refusal === undefined) expect(Object.isFrozen(parsed)).toBe(true)
        else expect(refusal.why).toBe("InvalidArgs")
      }),
      runs(500)
    )
  })

  it("gives the same answer for a value and its JSON text", () => {
    fc.assert(
      fc.property(schema, fc.oneof(value, fc.dictionary(names, value), fc.jsonValue()), (parameters, given) => {
        const json = JSON.stringify(given)
        const tool = registered(parameters)
        expect(outcome(tool, { argsText: json })).toEqual(outcome(tool, { args: parseJson(json) as Json }))
      }),
      runs(20)
    )
  })
})
