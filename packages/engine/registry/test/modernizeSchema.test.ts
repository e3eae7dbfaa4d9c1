import type { Json, JsonObject } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { modernizeSchema } from "../src/modernizeSchema.ts"
import { messageOf, problemsOf, registered, registryOf, tool } from "./ask.ts"

const full = { schemas: "full" } as const
const accepts = (schema: JsonObject, value: Json) =>
  registryOf(tool("a", { output: schema, ...full }))
    .get("a")
    ?.checkOutput(value) === undefined

describe("a form of an older dialect", () => {
  it.each<[JsonObject, JsonObject]>([
    [{ items: [{ type: "number" }, {}] }, { prefixItems: [{ type: "number" }, {}] }],
    [
      { items: [{}], additionalItems: false },
      { prefixItems: [{}], items: false }
    ],
    [{ items: [], additionalItems: { type: "string" } }, { items: { type: "string" } }],
    [{ items: {}, additionalItems: false }, { items: {} }],
    [{ additionalItems: false }, {}],
    [{ type: "string", nullable: true }, { type: ["string", "null"] }],
    [{ type: ["string", "null"], nullable: true }, { type: ["string", "null"] }],
    [{ type: "string", nullable: false }, { type: "string" }],
    [{ nullable: true, enum: ["a"] }, { enum: ["a"] }],
    [{ minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }],
    [{ maximum: 5, exclusiveMaximum: false }, { maximum: 5 }],
    [
      { dependencies: { a: ["b"], c: { required: ["d"] } } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } }
    ],
    [
      { properties: { a: { type: "string", required: true }, b: { required: false } } },
      { properties: { a: { type: "string" }, b: {} }, required: ["a"] }
    ],
    [
      { $dynamicAnchor: "n", properties: { c: { $dynamicRef: "#n" } } },
      { $dynamicAnchor: "n", properties: { c: { $ref: "#n" } } }
    ],
    [{ $recursiveAnchor: true, properties: { c: { $recursiveRef: "#" } } }, { properties: { c: { $ref: "#" } } }],
    [
      {
        $id: "https://e.org/x",
        $defs: { A: { $id: "a", type: "string", $defs: { n: { $anchor: "n" } } } },
        anyOf: [{ $ref: "a" }, { $ref: "https://e.org/a#n" }, { $ref: "#/$defs/A" }]
      },
      {
        $id: "https://e.org/x",
        $defs: { A: { type: "string", $defs: { n: {} } } },
        anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/A/$defs/n" }, { $ref: "#/$defs/A" }]
      }
    ]
  ])("is converted to 2020-12: %j", (given, modern) => {
    expect(modernizeSchema(given)).toEqual(modern)
    const nested = { properties: { deep: { allOf: [given] } } }
    if (given.$id === undefined && given.$recursiveAnchor === undefined)
      expect(modernizeSchema(nested)).toEqual({ properties: { deep: { allOf: [modern] } } })
    expect(modernizeSchema(modern)).toEqual(modern)
  })

  it("stays unchanged in data and as a property name", () => {
    const plain = {
      properties: {
        nullable: { const: { nullable: true, items: [1] } },
        required: { enum: [{ exclusiveMinimum: true }] },
        items: true
      },
      default: { dependencies: {} }
    }
    expect(modernizeSchema(plain)).toEqual(plain)
  })

  it("applies to calls and stays in the definition", () => {
    const parameters = {
      type: "object",
      properties: { a: { type: "string", nullable: true }, b: { items: [{ type: "number" }] } }
    } as const
    const made = registered(parameters, full)
    expect(made.definition.parameters).toEqual(parameters)
    expect(messageOf(made.parse({ args: { a: null, b: [1, "x"] } }))).toBe(undefined)
    expect(messageOf(made.parse({ args: { a: 1, b: ["x"] } }))).toBe(
      'Arguments of "it" are invalid: at "/a" a string or null is expected; at "/b/0" a number is expected.'
    )
    expect(accepts({ minimum: 0, exclusiveMinimum: true }, 0)).toBe(false)
    expect(accepts({ $id: "https://e.org/x", $ref: "a", $defs: { A: { $id: "a", type: "string" } } }, 1)).toBe(false)
  })
})

describe("a pattern", () => {
  const problem = (pattern: string) =>
    problemsOf(tool("a", { parameters: { type: "object", properties: { a: { pattern } } }, ...full })).join()

  it.each([
    "^\\d+\\Z",
    "^a\\z",
    "\\Aa",
    "^\\h+$",
    "\\R",
    "a\\Kb",
    "\\a",
    "\\e",
    "\\Qa.b\\E",
    "\\C",
    "\\pL",
    "\\x{41}",
    "\\G",
    "\\X",
    "\\N",
    "\\H",
    "\\V",
    "\\k",
    "\\u12",
    "^[[:alpha:]]$",
    "[^[:^space:]]",
    "^a{,3}$"
  ])("that means something else in another dialect is refused: %s", (pattern) => {
    expect(problem(pattern)).toContain("which means something else in ECMAScript than in other dialects")
  })

  it.each(["(?i)a", "a++", "(?>a)", "(?P=x)", "(?#note)a", "(?P>x)"])(
    "unknown to ECMAScript is refused: %s",
    (pattern) => {
      expect(problem(pattern)).toMatch(/is not a regular expression|cannot be matched/)
    }
  )

  it.each<[string, string, boolean]>([
    ["^\\_\\-\\@$", "_-@", true],
    ["^[\\w.-]+$", "a.b", true],
    ["^[[\\]{}]$", "[", true],
    ["(?P<x>a)b", "ab", true],
    ["(?P<x>a)b", "Pab", true],
    ["(?P<x>a)b", "b", false],
    ["[(?P<]x", "Px", true],
    ["\\(\\?P<", "(?P<", true],
    ["^\\u{41}\\x42\\cA$", "AB\u0001", true],
    ["(?i:abc)", "ABC", true],
    ["^a{2,}$", "aa", true],
    ["^https\\:\\/\\/", "https://", true]
  ])("of ECMAScript, or with Python's named group, keeps its meaning: %s on %j", (pattern, value, isMatch) => {
    expect(accepts({ pattern }, value)).toBe(isMatch)
  })
})

describe("a partial schema", () => {
  const left = (parameters: JsonObject) => registered({ type: "object", ...parameters }, { schemas: "partial" })

  it("is checked apart from the named parts", () => {
    const parameters = {
      properties: { to: { type: "string", pattern: "^(?!a)" }, n: { type: "number" }, p: { pattern: "^.{1,2000}$" } },
      required: ["to"]
    }
    expect(problemsOf(tool("a", { parameters: { type: "object", ...parameters }, ...full }))).toHaveLength(2)
    const made = left(parameters)
    expect(made.definition.parameters).toEqual({ type: "object", ...parameters })
    expect(made.unchecked).toEqual([
      expect.stringMatching(/^parameters at "\/properties\/to\/pattern" cannot be matched in linear time/),
      expect.stringMatching(/^parameters at "\/properties\/p\/pattern" cannot be matched in linear time/)
    ])
    expect(messageOf(made.parse({ args: { to: "abc" } }))).toBe(undefined)
    expect(messageOf(made.parse({ args: { to: 1, n: "x" } }))).toBe(
      'Arguments of "it" are invalid: at "/to" a string is expected; at "/n" a number is expected.'
    )
    expect(left({ properties: { a: { type: "string" } } }).unchecked).toEqual([])
  })

  it.each<[string, JsonObject, JsonObject]>([
    ["a choice", { oneOf: [{ properties: { a: { pattern: "(?=x)" } } }, { required: ["b"] }] }, { a: "1", b: 1 }],
    ["a negation", { not: { properties: { a: { pattern: "(?=x)" } }, required: ["a"] } }, { a: "y" }],
    [
      "a negation by a reference",
      { not: { $ref: "#/$defs/n" }, $defs: { n: { required: ["a"], properties: { a: { pattern: "(?=x)" } } } } },
      { a: "y" }
    ],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ["a condition", { if: { properties: { a: { pattern: "(?=x)" } } }, then: false }, { a: "y" }],
    ["the pattern of a name", { patternProperties: { "^(?!x)": {} }, additionalProperties: false }, { a: 1 }],
    [
      "what counts evaluated properties",
      { anyOf: [{ patternProperties: { "(?=a)": {} } }], unevaluatedProperties: false },
      { a: 1 }
    ],
    [
      "a property that is no schema",
      { properties: { type: "object", a: {} }, additionalProperties: false },
      { type: 1, a: 2 }
    ],
    ["a reference that leads nowhere", { properties: { a: { $ref: "#/components/x" } } }, { a: 1 }]
  ])("accepts everything that the whole schema accepts, if the unchecked part is in %s", (_what, parameters, args) => {
    const made = left(parameters)
    expect(messageOf(made.parse({ args }))).toBe(undefined)
    expect(made.unchecked?.length).toBeGreaterThan(0)
  })

  it("is refused if no part is left", () => {
    expect(problemsOf(tool("a", { parameters: { type: "array" } as never, schemas: "partial" }))).toHaveLength(1)
    expect(
      problemsOf(tool("a", { parameters: { type: "objct" } as never, schemas: "partial" })).length
    ).toBeGreaterThan(0)
  })
})
