import type { JsonObject } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { messageOf, problemsOf, registered, tool } from "./ask.ts"

const full = { schemas: "full" } as const
const faults = (parameters: JsonObject) =>
  problemsOf(tool("a", { parameters: { type: "object", ...parameters }, ...full }))
const parse = (parameters: JsonObject, value: unknown) =>
  messageOf(registered({ type: "object", ...parameters }, full).parse({ args: value }))

describe("a full schema", () => {
  it("may use all of 2020-12", () => {
    const parameters = {
      $id: "https://example.org/schema",
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { name: { $anchor: "name", type: "string" }, "a/b": { type: "integer" } },
      properties: {
        n: { $ref: "#name" },
        i: { $ref: "#/$defs/a~1b" },
        self: { $ref: "#" },
        any: true,
        x: { const: 1 }
      },
      patternProperties: { "^x-": { type: ["string", "null"] } },
      dependentRequired: { n: ["i"] },
      unevaluatedProperties: false,
      "x-order": ["n", "i"]
    }
    expect(faults(parameters)).toEqual([])
    expect(parse(parameters, { n: "a", i: 1, self: { i: 2 }, any: [], x: 1, "x-a": null })).toBe(undefined)
    expect(parse(parameters, { n: 1, i: "1", self: { i: "2" }, "x-a": 3, other: 1, x: 2 })).toBe(
      [
        'Arguments of "it" are invalid: at "/n" a string is expected',
        'at "/i" a whole number is expected',
        'at "/self/i" a whole number is expected',
        'at "/x" 1 is expected',
        'at "/x-a" a string or null is expected',
        '"/other" is not a known property.'
      ].join("; ")
    )
    expect(parse(parameters, { n: "a" })).toBe('Arguments of "it" are invalid: "/i" is missing, which "n" needs.')
  })

  it.each([
    [{ properties: { a: { type: "strnig" } } }, "/properties/a/type"],
    [{ required: "a" }, "/required"],
    [{ properties: { a: 3 } }, "/properties/a"],
    [{ properties: { a: { $ref: "https://example.org/other" } } }, "/properties/a/$ref"],
    [{ properties: { a: { $ref: "other.json#/$defs/a" } } }, "/properties/a/$ref"],
    [{ properties: { a: { $ref: "x/$defs/b" } }, $defs: { b: {} } }, "/properties/a/$ref"],
    [{ properties: { a: { $ref: "#/$defs/none" } } }, "/properties/a/$ref"],
    [{ properties: { a: { $ref: "#none" } } }, "/properties/a/$ref"],
    [{ properties: { a: { $ref: "#/%zz" } } }, "/properties/a/$ref"],
    [{ properties: { a: { $ref: "#/x-data/b" } }, "x-data": { b: {} } }, "/properties/a/$ref"],
    [{ properties: { a: { unevaluatedItems: false } } }, "/properties/a/unevaluatedItems"],
    [{ if: { required: ["b"] }, else: {}, unevaluatedProperties: false }, "/if"],
    [{ properties: { a: { enum: [] } } }, "/properties/a/enum"],
    [{ properties: { a: { $schema: "http://json-schema.org/draft-04/schema#" } } }, "/properties/a/$schema"],
    [{ $async: true }, "/$async"],
    [{ properties: { a: { id: "a" } } }, "/properties/a/id"],
    [{ properties: { a: { nullable: "yes" } } }, "/properties/a/nullable"],
    [{ dependencies: { a: ["b"] }, dependentRequired: { a: ["c"] } }, "/dependencies"],
    [
      { $defs: { a: { $id: "https://example.org/a" } }, properties: { b: { $dynamicRef: "#a" } } },
      "/properties/b/$dynamicRef"
    ],
    [{ anyOf: [{ pattern: "(?!a)" }] }, "/anyOf/0/pattern"],
    [{ patternProperties: { "(a)\\1": {} } }, "/patternProperties/(a)\\1"],
    [{ $defs: { a: { $anchor: "x" }, b: { $anchor: "x" } } }, "/$defs/b/$anchor"],
    [JSON.parse('{"properties": {"__proto__": {}}}'), "/properties/__proto__"]
  ])("is invalid with %j", (parameters, pointer) => {
    expect(faults(parameters).join()).toContain(`parameters at ${JSON.stringify(pointer)} `)
  })

  it("may have properties that are named like keywords", () => {
    expect(faults({ properties: { id: { type: "string" }, nullable: {}, $async: {}, $id: {}, pattern: {} } })).toEqual(
      []
    )
  })

  it("refuses a value that would need exponential work", () => {
    const twice = (next: string) => ({ anyOf: [{ $ref: next }, { $ref: next }] })
    const $defs: Record<string, JsonObject> = { d40: { enum: ["x"] } }
    for (let level = 0; level < 40; level++) $defs[`d${level}`] = twice(`#/$defs/d${level + 1}`)
    expect(parse({ $defs, properties: { a: { $ref: "#/$defs/d0" } } }, { a: 1 })).toMatch(/could not be checked/)

    const tree = {
      $defs: { t: { properties: { l: twice("#/$defs/t") }, required: ["l"] } },
      properties: { l: twice("#/$defs/t") }
    }
    let deep: unknown = {}
    for (let level = 0; level < 60; level++) deep = { l: deep }
    expect(parse(tree, deep)).toMatch(/could not be checked/)
  })

  it("refuses a value if it refers to itself endlessly", () => {
    expect(parse({ $defs: { a: { $ref: "#/$defs/a" } }, properties: { a: { $ref: "#/$defs/a" } } }, { a: 1 })).toMatch(
      /could not be checked/
    )
  })

  it("names the alternatives of a simple choice", () => {
    const parameters = { properties: { mode: { anyOf: [{ const: "r" }, { const: "rw" }, { type: "null" }] } } }
    expect(parse(parameters, { mode: "w" })).toBe(
      'Arguments of "it" are invalid: at "/mode" "r" or "rw" or null is expected.'
    )
  })

  it("treats format as an annotation", () => {
    expect(parse({ properties: { a: { type: "string", format: "ipv4" } } }, { a: "not one" })).toBe(undefined)
  })
})
