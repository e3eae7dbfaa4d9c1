import { type StandardSchema, ToolRegistry } from "@toolgate/core"
import { toStandardJsonSchema } from "@valibot/to-json-schema"
import { type } from "arktype"
import * as v from "valibot"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import * as mini from "zod/mini"
import { z as z3 } from "zod3"
import { z as z40 } from "zod3/v4"
import { z as z41 } from "zod41"
import { problemsOf, registered, tool } from "./ask.ts"

const endless = (): z.ZodType => z.lazy(() => z.array(endless()))

const full = { schemas: "full" } as const
const problems = (parameters: StandardSchema, more = {}) => problemsOf(tool("it", { parameters, ...more }))
const definition = (parameters: StandardSchema, more = {}) => registered(parameters, more).definition

describe("a Standard Schema", () => {
  it("becomes the JSON Schema of its input, for every library", () => {
    const expected = {
      type: "object",
      properties: { text: { type: "string", minLength: 1 }, limit: { type: "number", minimum: 1 } },
      required: ["text"]
    }
    const same = {
      zod: z.object({ text: z.string().min(1), limit: z.number().min(1).optional() }),
      "zod/mini": z.toJSONSchema(
        mini.object({
          text: mini.string().check(mini.minLength(1)),
          limit: mini.optional(mini.number().check(mini.minimum(1)))
        }),
        { io: "input" }
      ) as unknown as StandardSchema,
      arktype: type({ text: "string >= 1", "limit?": "number >= 1" }),
      valibot: toStandardJsonSchema(
        v.object({ text: v.pipe(v.string(), v.minLength(1)), limit: v.optional(v.pipe(v.number(), v.minValue(1))) })
      )
    }
    for (const [name, schema] of Object.entries(same)) {
      const { $schema, ...parameters } = definition(schema).parameters as Record<string, unknown>
      expect({ name, parameters }).toEqual({ name, parameters: expected })
      expect($schema).toBe("https://json-schema.org/draft/2020-12/schema")
    }
    expect(registered(same.zod).digest).toBe(registered(definition(same.zod).parameters).digest)
  })

  it("follows the same rules as a handwritten schema", () => {
    const union = z.object({ it: z.union([z.string(), z.number()]), kind: z.literal("a") })
    expect(problems(union)).toEqual(
      [
        'parameters at "/properties/kind/const" ("const") is outside the portable subset: write "enum" with one value, or declare schemas: "full"',
        expect.stringMatching(/^parameters at "\/properties\/it\/(type|anyOf)" /)
      ].toReversed()
    )
    expect(problems(union, full)).toEqual([])
    expect(problems(z.string())).toEqual(['parameters at "/type" must be "object": arguments are a JSON object'])
    expect(problems(z.object({ it: z.string().regex(/(?=a)b/) }))).toEqual([
      'parameters at "/properties/it/pattern" cannot be matched in linear time: write it without look-around, back-references and counts over 1,000'
    ])
  })

  it("may be recursive with full schemas", () => {
    const node = z.object({
      name: z.string(),
      get kids() {
        return z.array(node)
      }
    })
    expect(problems(node)).toEqual([
      'parameters at "/properties/kids/items/$ref" ("$ref") is outside the portable subset: write the schema out where it is used, or declare schemas: "full"'
    ])
    expect(problems(node, full)).toEqual([])
    expect(problems(z.object({ any: z.json() }), full)).toEqual([])
  })

  it("keeps a Zod format whose pattern needs look-around and lets Zod check it", () => {
    const checked = registered(z.object({ it: z.iso.duration() }))
    expect(checked.definition.parameters).toMatchObject({ properties: { it: { type: "string", format: "duration" } } })
    expect(problems(z.object({ a: z.email(), b: z.uuid(), c: z.iso.datetime(), d: z.ipv6(), e: z.url() }))).toEqual([])
  })
})

describe("a schema that changes values is refused with the cause and its position", () => {
  const inExecute = 'change the value in "execute"'
  const rewrites = `rewrites its value (trim, toLowerCase, normalize, overwrite): leave that out, and ${inExecute}`
  const piped = (kind: string) => `${kind}: write the type of the value that comes, and ${inExecute}`
  const hasDefault = 'has a default: make it optional, and apply the default in "execute"'
  const cases: ReadonlyArray<[string, () => z.ZodType, string]> = [
    ["default", () => z.number().default(1), hasDefault],
    ["prefault", () => z.number().prefault(1), hasDefault],
    ["catch", () => z.number().catch(1), "has a catch: leave it out, so that wrong values are refused"],
    ["transform", () => z.string().transform(Number), piped("has a transform or a pipe")],
    ["pipe", () => z.string().pipe(z.string().min(1)), piped("has a transform or a pipe")],
    ["preprocess", () => z.preprocess(String, z.string()), piped("has a preprocess")],
    ["codec", () => z.stringbool(), piped("is a codec")],
    ["coercion", () => z.coerce.number(), "coerces its value: write the type that the value has"],
    ["trim", () => z.string().trim(), rewrites],
    ["toLowerCase", () => z.email().toLowerCase(), rewrites],
    ["normalize", () => z.string().normalize(), rewrites],
    ["url", () => z.url({ normalize: true }), rewrites],
    ["overwrite", () => z.number().overwrite(Math.abs), rewrites]
  ]
  it.each(cases)("%s", (_name, make, problem) => {
    const said = `parameters at "/properties/a" ${problem}`
    const at = (pointer: string) => [`parameters at ${JSON.stringify(pointer)} ${problem}`]
    expect(problems(z.object({ a: make() }))).toEqual([said])
    expect(problems(z.object({ a: make().optional() }))).toEqual([said])
    expect(problems(z.object({ a: make().nullable() }), full)).toEqual([said])
    for (const [pointer, holder] of Object.entries({
      "/properties/a/items": z.array(make()),
      "/properties/a/properties/b~1c": z.object({ "b/c": make() }),
      "/properties/a/anyOf/1": z.union([z.boolean(), make()]),
      "/properties/a/additionalProperties": z.record(z.string(), make()),
      "/properties/a/prefixItems/0": z.tuple([make()]),
      "/properties/a/allOf/1": z.intersection(z.any(), make()),
      "/properties/a/oneOf/0/properties/v": z.discriminatedUnion("k", [z.object({ k: z.literal("x"), v: make() })])
    }))
      expect(problems(z.object({ a: holder }), full)).toEqual(at(pointer))
    for (const wrapper of [
      z.lazy(make),
      make().readonly(),
      make().brand<"b">(),
      make().describe("d"),
      make().refine(() => true)
    ])
      expect(problems(z.object({ a: wrapper }))).toEqual([said])
    const loop = z.object({
      a: make(),
      get more() {
        return z.array(loop)
      }
    })
    expect(problems(loop, full)).toEqual([said])
  })

  it("names all causes, even in the output", () => {
    expect(
      problemsOf(
        tool("it", {
          parameters: z.object({ a: z.string().trim(), b: z.string().default("x") }),
          output: z.object({ c: z.coerce.date() })
        })
      ).map((problem) => problem.slice(0, problem.indexOf(":")))
    ).toEqual([
      'parameters at "/properties/b" has a default',
      'parameters at "/properties/a" rewrites its value (trim, toLowerCase, normalize, overwrite)',
      'output at "/properties/c" coerces its value'
    ])
  })

  it("of other libraries, if input and output differ", () => {
    const other = (pointer: string) => [
      `parameters at "${pointer}" returns a different value than it takes (a default or a conversion): take the value as it comes, and change it in "execute"`
    ]
    expect(problems(type({ a: "string = 'x'" }))).toEqual(other("/properties/a"))
    expect(problems(type({ a: "string.trim" }))).toEqual(other("/properties/a/pattern"))
    expect(problems(type({ a: "string.integer.parse" }))[0]).toMatch(/^parameters at "\/properties\/a\/\w+" returns/)
    expect(problems(toStandardJsonSchema(v.object({ a: v.optional(v.string(), "x") })))).toEqual(other("/properties/a"))
    expect(problems(type({ a: "string", "default?": "string" }))).toEqual([])
    expect(problems(z.toJSONSchema(mini.object({ a: mini._default(mini.string(), "x") })) as never)).toEqual([
      `parameters at "/properties/a" ${hasDefault}`
    ])
  })
})

describe("a schema that cannot become JSON Schema is refused with a sentence", () => {
  const install = 'install zod 4.2 or later, and import from "zod"'
  const refused: ReadonlyArray<[string, unknown, string]> = [
    ["Zod 3", z3.string() as unknown, `parameters is a schema of Zod 3, which gives no JSON Schema: ${install}`],
    [
      "Zod 3 before Standard Schema",
      new (class ZodObject {
        _def = { typeName: "ZodObject" }
      })(),
      `parameters is a schema of Zod 3, which gives no JSON Schema: ${install}`
    ],
    ["Zod 4.0", z40.object({}) as unknown, `parameters is a schema of Zod 4.0, which gives no JSON Schema: ${install}`],
    ["Zod 4.1", z41.object({}) as unknown, `parameters is a schema of Zod 4.1, which gives no JSON Schema: ${install}`],
    [
      "zod/mini",
      mini.object({}) as unknown,
      'parameters is a schema of "zod/mini", which gives no JSON Schema: pass z.toJSONSchema(schema, { io: "input" }), or use "zod"'
    ],
    [
      "Valibot alone",
      v.object({}),
      'parameters is a Standard Schema of "valibot" that gives no JSON Schema: pass toStandardJsonSchema(schema) of "@valibot/to-json-schema"'
    ],
    [
      "another without JSON Schema",
      { "~standard": { version: 1, vendor: "acme", validate: () => ({ value: 1 }) } },
      'parameters is a Standard Schema of "acme" that gives no JSON Schema: use a version of the library that does, or write JSON Schema'
    ],
    [
      "nothing standard",
      { "~standard": null },
      'parameters is a Standard Schema of "undefined" that gives no JSON Schema: use a version of the library that does, or write JSON Schema'
    ],
    [
      "one that throws",
      toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.trim()) })),
      'parameters cannot be converted to JSON Schema: "The \\"trim\\" action cannot be converted to JSON Schema."'
    ],
    [
      "one without end",
      z.object({ a: endless() }),
      'parameters cannot be converted to JSON Schema: "Maximum call stack size exceeded"'
    ],
    [
      "a proxy that throws",
      new Proxy(
        {},
        {
          has: () => {
            throw new Error("no")
          }
        }
      ),
      'parameters cannot be converted to JSON Schema: "no"'
    ],
    [
      "a getter that throws",
      {
        get "~standard"() {
          throw "no error"
        }
      },
      'parameters cannot be converted to JSON Schema: "it could not be read"'
    ],
    [
      "a conversion to something else",
      { "~standard": { version: 1, vendor: "acme", jsonSchema: { input: () => 1, output: () => 1 } } },
      "parameters must be a schema object"
    ]
  ]
  it.each(refused)("%s", (_name, schema, problem) => {
    expect(problems(schema as StandardSchema)).toEqual([problem])
  })

  it.each<[string, z.ZodType, string]>([
    ["bigint", z.bigint(), "is a z.bigint(), which JSON does not have: write z.int() or z.string()"],
    ["date", z.date(), "is a z.date(), which JSON does not have: write z.iso.datetime()"],
    ["map", z.map(z.string(), z.string()), "is a z.map(), which JSON does not have: write z.record()"],
    ["set", z.set(z.string()), "is a z.set(), which JSON does not have: write z.array()"],
    ["undefined", z.undefined(), "is a z.undefined(), which JSON does not have: write .optional()"],
    ["bigint literal", z.literal(1n), "is a literal that JSON does not have: write one that it has"],
    [
      "custom",
      z.custom<string>(() => true),
      "is a z.custom() or z.instanceof(), which JSON Schema cannot express: write a type, and check the value with .refine()"
    ],
    [
      "instanceof",
      z.instanceof(ToolRegistry),
      "is a z.custom() or z.instanceof(), which JSON Schema cannot express: write a type, and check the value with .refine()"
    ]
  ])("a z.%s()", (_name, schema, problem) => {
    expect(problems(z.object({ list: z.array(z.object({ it: schema })) }))).toEqual([
      `parameters at "/properties/list/items/properties/it" ${problem}`
    ])
  })
})
