import type { Json, JsonObject } from "@toolgate/core"
import { authorText } from "@toolgate/testing/hostile"
import fc from "fast-check"

const described = {
  description: fc.option(authorText, { nil: undefined }),
  default: fc.option(fc.jsonValue() as fc.Arbitrary<Json>, { nil: undefined })
}
const names = fc.uniqueArray(authorText, { maxLength: 4 })

/** Schemas of any kind with arbitrary texts of authors. References may lead anywhere, or to themselves. */
export const { schema: anySchema } = fc.letrec<{ schema: JsonObject | boolean }>((tie) => {
  const schema = tie("schema")
  const properties = fc.dictionary(authorText, schema, { maxKeys: 4 })
  const kinds: ReadonlyArray<fc.Arbitrary<JsonObject>> = [
    fc.record(
      { type: fc.constant("string"), pattern: authorText, format: authorText, maxLength: fc.nat(), ...described },
      { requiredKeys: ["type"] }
    ),
    fc.record(
      {
        type: fc.constantFrom("integer", "number"),
        minimum: fc.double(),
        exclusiveMaximum: fc.integer(),
        ...described
      },
      { requiredKeys: ["type"] }
    ),
    fc.record({
      type: fc.uniqueArray(fc.constantFrom("null", "boolean", "array", "object", "string"), { minLength: 1 }),
      nullable: fc.boolean()
    }),
    fc.record({ enum: fc.array(fc.jsonValue(), { minLength: 1, maxLength: 120 }) }),
    fc.record({ const: fc.jsonValue() }),
    fc.record({ type: fc.constant("array"), items: schema, minItems: fc.nat(5) }, { requiredKeys: ["type"] }),
    fc.record(
      {
        type: fc.constant("array"),
        prefixItems: fc.array(schema, { minLength: 1, maxLength: 3 }),
        items: schema,
        minItems: fc.nat(3)
      },
      { requiredKeys: ["type", "prefixItems"] }
    ),
    fc.record({ type: fc.constant("array"), items: fc.array(schema, { maxLength: 3 }), additionalItems: schema }),
    fc.record(
      {
        type: fc.constant("object"),
        properties,
        required: names,
        additionalProperties: schema,
        patternProperties: properties,
        ...described
      },
      { requiredKeys: ["type"] }
    ),
    fc.record({ anyOf: fc.array(schema, { minLength: 1, maxLength: 3 }), properties }, { requiredKeys: ["anyOf"] }),
    fc.record({ oneOf: fc.array(schema, { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(schema, { minLength: 1, maxLength: 3 }), description: authorText }),
    fc.record({
      $ref: fc.oneof(
        fc.constantFrom("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#nowhere"),
        authorText.map((text) => `#/$defs/${text}`)
      )
    })
  ] as ReadonlyArray<fc.Arbitrary<JsonObject>>
  return { schema: fc.oneof({ maxDepth: 4 }, fc.boolean(), ...kinds) }
})

/** Schemas of arguments, with definitions. */
export const argumentsSchema: fc.Arbitrary<JsonObject> = fc
  .record({
    properties: fc.dictionary(authorText, anySchema, { maxKeys: 4 }),
    $defs: fc.dictionary(fc.oneof(fc.constantFrom("a", "b"), authorText), anySchema, { maxKeys: 3 }),
    required: names
  })
  .map((parts) => ({ type: "object", ...parts }) as JsonObject)

/** A schema with a value that it accepts. */
export interface Accepted {
  readonly schema: JsonObject
  readonly value: Json
}

const member = fc
  .oneof(fc.constantFrom("a", "b", "a-b", "new", "1", "$x", "get"), fc.string({ maxLength: 3 }))
  .filter((name) => name !== "__proto__")

/** Schemas with values that they accept, generated together. */
export const { accepted } = fc.letrec<{ accepted: Accepted }>((tie) => {
  const inner = tie("accepted")
  const members = fc.uniqueArray(fc.tuple(member, inner, fc.constantFrom("required", "given", "left out")), {
    maxLength: 4,
    selector: ([name]) => name
  })
  const made = <A>(arbitrary: fc.Arbitrary<A>, make: (of: A) => Accepted) => arbitrary.map(make)
  return {
    accepted: fc.oneof(
      { maxDepth: 4 },
      made(fc.string({ unit: "binary" }), (value) => ({ schema: { type: "string" }, value })),
      made(fc.integer(), (value) => ({ schema: { type: "integer", minimum: value }, value })),
      made(fc.boolean(), (value) => ({ schema: { type: "boolean" }, value })),
      made(
        fc.tuple(fc.array(fc.jsonValue() as fc.Arbitrary<Json>, { minLength: 1, maxLength: 4 }), fc.nat()),
        ([all, at]) => ({ schema: { enum: all }, value: all[at % all.length] ?? null })
      ),
      made(inner, ({ schema, value }) => ({ schema: { ...schema, nullable: true }, value })),
      made(fc.tuple(inner, inner, fc.constantFrom("anyOf", "oneOf")), ([one, { schema }, word]) => ({
        schema: { [word]: [schema, one.schema] },
        value: one.value
      })),
      made(fc.tuple(inner, fc.nat(3)), ([{ schema, value }, count]) => ({
        schema: { type: "array", items: schema },
        value: Array.from({ length: count }, () => value)
      })),
      made(fc.tuple(fc.array(inner, { minLength: 1, maxLength: 3 }), fc.nat(3)), ([all, least]) => ({
        schema: { type: "array", prefixItems: all.map(({ schema }) => schema), minItems: least },
        value: all.slice(0, Math.max(1, least)).map(({ value }) => value)
      })),
      made(fc.tuple(fc.array(member, { maxLength: 3 }), inner), ([all, { schema, value }]) => ({
        schema: { type: "object", additionalProperties: schema },
        value: Object.fromEntries(all.map((name) => [name, value]))
      })),
      made(fc.tuple(members, fc.constantFrom(undefined, true, false)), ([all, additionalProperties]) => ({
        schema: {
          type: "object",
          properties: Object.fromEntries(all.map(([name, { schema }]) => [name, schema])),
          required: all.filter(([, , is]) => is === "required").map(([name]) => name),
          ...(additionalProperties === undefined ? {} : { additionalProperties })
        },
        value: Object.fromEntries([
          ...all.filter(([, , is]) => is !== "left out").map(([name, { value }]) => [name, value] as const),
          ...(additionalProperties === true ? [["further", 1] as const] : [])
        ])
      }))
    )
  }
})

/** Schemas of arguments that refer to a schema and to themselves, with values. */
export const acceptedArguments: fc.Arbitrary<Accepted> = accepted.map(({ schema, value }) => ({
  schema: {
    type: "object",
    properties: { value: { $ref: "#/$defs/value" }, next: { $ref: "#" } },
    required: ["value"],
    $defs: { value: schema }
  },
  value: { value, next: { value, next: { value } } }
}))
