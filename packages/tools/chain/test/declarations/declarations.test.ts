import { existsSync, readFileSync } from "node:fs"
import type { Json, JsonObject } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import { authorText } from "@toolgate/testing/hostile"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { type DeclaredTool, declarations } from "../../src/index.ts"
import { codeIn } from "./parsed.ts"
import { argumentsSchema } from "./schemas.ts"

const declared = (parameters: JsonObject, more: Partial<DeclaredTool> = {}) =>
  declarations([{ name: "it", description: "", parameters, ...more }])
    .split("\n")
    .slice(1)
    .join("\n")

/** Returns the declared type of an argument `x`. */
const typeOf = (schema: Json, root: JsonObject = {}) =>
  /it: \(args: \{\s+x\?: (.*?);?\s\}\) => Promise/s.exec(
    declared({ ...root, type: "object", properties: { x: schema } })
  )?.[1]

const tool: fc.Arbitrary<DeclaredTool> = fc.record({
  name: authorText,
  description: authorText,
  parameters: argumentsSchema,
  output: fc.option(argumentsSchema, { nil: undefined })
})

describe("the type of an argument", () => {
  it.each<[string, Json, string]>([
    [
      "a string with bounds",
      { type: "string", minLength: 2, maxLength: 9, format: "uri" },
      "string /* 2..9 characters, uri */"
    ],
    [
      "an integer",
      { type: "integer", minimum: 0, description: "How many.", default: 5 },
      "number /* How many. integer ≥ 0, default 5 */"
    ],
    ["a number between", { type: "number", exclusiveMinimum: 0, maximum: 1 }, "number /* > 0 ≤ 1 */"],
    [
      "a default that the description names",
      { type: "boolean", description: "Default: true.", default: true },
      "boolean /* Default: true. */"
    ],
    ["an enum", { type: "string", enum: ["a", 'b"', null] }, '"a" | "b\\"" | null'],
    ["a const that is an object", { const: { b: [1, "x"], a: null } }, '{ a: null; b: [1, "x"] }'],
    ["what may be null", { type: ["string", "null"] }, "string | null"],
    ["what may be null, in the words of OpenAPI", { type: "string", nullable: true }, "string | null"],
    [
      "a list of several types",
      { type: "array", items: { type: ["string", "number"] }, maxItems: 3 },
      "(string | number)[] /* ≤ 3 items */"
    ],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 1 },
      "[string, number?]"
    ],
    [
      "a tuple of draft 7",
      { type: "array", items: [{ type: "string" }], additionalItems: { type: "boolean" } },
      "[string?, ...boolean[]]"
    ],
    ["a union", { anyOf: [{ type: "string" }, { type: "string" }, { type: "null" }] }, "string | null"],
    ["a union that is anything", { oneOf: [{ type: "string" }, {}] }, "unknown"],
    [
      "one of several members at least",
      { type: "object", properties: { a: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "{ a?: unknown } & ({ a: unknown } | { b: unknown })"
    ],
    [
      "all of several",
      { allOf: [{ type: "object", properties: { a: { type: "string" } } }, { required: ["a"] }] },
      "{ a?: string } & { a: unknown }"
    ],
    ["any object", { type: "object" }, "{ [key: string]: unknown }"],
    ["an object without members", { type: "object", properties: {} }, "{}"],
    ["a map", { type: "object", additionalProperties: { type: "number" } }, "{ [key: string]: number }"],
    [
      "members by patterns",
      { type: "object", patternProperties: { "^n_": { type: "number" } }, additionalProperties: false },
      "{ [key: string]: number /* /^n_/: number */ }"
    ],
    [
      "further members beside named ones",
      { type: "object", properties: { a: {} }, additionalProperties: { type: "string" } },
      "{ a?: unknown; [key: string]: unknown /* string */ }"
    ],
    ["what is never there", false, "never"]
  ])("of %s describes what a call may contain", (_, schema, type) => expect(typeOf(schema)).toBe(type))

  it("has a name if it is referenced, unless it is short", () => {
    const point = {
      type: "object",
      properties: { x: { type: "number" }, y: { type: "number" }, color: { type: "string" } }
    }
    const $defs = { point, "a name": { type: "string" } }
    expect(typeOf({ $ref: "#/$defs/point" }, { $defs })).toBe("Point")
    expect(typeOf({ $ref: "#/$defs/a%20name" }, { $defs })).toBe("string")
    expect(typeOf({ $ref: "#/$defs/absent" }, { $defs })).toBe("unknown")
    expect(declared({ type: "object", properties: { x: { $ref: "#/$defs/point" } }, $defs })).toMatch(
      /^type Point = \{ color\?: string; x\?: number; y\?: number \}\n/
    )
  })

  it("that refers to itself has a name, and one that is only itself is unknown", () => {
    const tree = {
      description: "A tree.",
      type: "object",
      properties: { of: { type: "array", items: { $ref: "#/$defs/tree" } } }
    }
    expect(declared({ type: "object", properties: { root: { $ref: "#/$defs/tree" } }, $defs: { tree } })).toBe(
      "/** A tree. */\ntype Tree = { of?: Tree[] }\ndeclare const tools: {\n  it: (args: { root?: Tree }) => Promise<InvocationResult>\n}"
    )
    const loop = { anyOf: [{ $ref: "#/$defs/other" }, { type: "string" }] }
    expect(typeOf({ $ref: "#/$defs/loop" }, { $defs: { loop, other: { $ref: "#/$defs/loop" } } })).toBe("unknown")
  })

  it("resolves references to the arguments as a whole, and to anchors", () => {
    const next = { $ref: "#" }
    expect(
      declared({
        type: "object",
        properties: { next, at: { $ref: "#here" } },
        $defs: { h: { $anchor: "here", type: "null" } }
      })
    ).toContain("type ItArgs = { at?: null; next?: ItArgs }")
  })

  it("is shared by tools of equal schemas, and otherwise has a separate name", () => {
    const of = (name: string, x: JsonObject) => ({
      name,
      description: "",
      parameters: { type: "object", properties: { x: { $ref: "#/$defs/x" } }, $defs: { x } }
    })
    const long = { enum: ["a".repeat(30), "b".repeat(30)] }
    const text = declarations([of("a", long), of("b", { ...long }), of("c", { enum: ["c".repeat(60)] })])
    expect(text.match(/^type X.*?=|x\?: \w+/gm)).toEqual(["type X =", "type X2 =", "x?: X", "x?: X", "x?: X2"])
  })
})

describe("declarations", () => {
  it("describe what a tool does, takes and returns, in the order of names", () => {
    const text = declarations([
      {
        name: "b",
        description: "Does\n  b.",
        parameters: { type: "object", properties: {} },
        output: { type: "object", properties: { id: { type: "integer", minimum: 0 } }, required: ["id"] }
      },
      {
        name: "a.b",
        description: "",
        parameters: {
          type: "object",
          required: ["to", "from"],
          properties: {
            from: { type: "string", description: "x".repeat(50) },
            to: { type: "string" },
            by: { type: "string" },
            at: { type: "string", description: "y".repeat(30) }
          }
        }
      }
    ])
    expect(
      text
    ).toBe(`type InvocationResult<T = unknown> = { status: "ok"; text: string | null; structured: T | null; artifact_ref: string | null; preview: string | null; size: number | null; files: object[] }
declare const tools: {
  "a.b": (args: {
    to: string
    from: string /* ${"x".repeat(50)} */
    at?: string /* ${"y".repeat(30)} */
    by?: string
  }) => Promise<InvocationResult>
  /** Does b. */
  b: (args: {}) => Promise<InvocationResult<{ id: number }>>
}`)
  })

  it("of a Standard Schema are those of its JSON Schema", () => {
    const parameters = z.object({ id: z.string(), count: z.number().default(3) })
    const output = { "~standard": { version: 1, vendor: "silent", validate: () => ({}) } } as const
    expect(declared({}, { parameters, output })).toContain(
      "it: (args: { id: string; count?: number /* default 3 */ }) => Promise<InvocationResult<unknown>>"
    )
  })

  it("cut long texts between words", () => {
    const description = "word ".repeat(300)
    expect(declared({ type: "object", properties: { a: { description } } }, { description })).toMatch(
      /\n {2}\/\*\* (word ?){99,100}… \*\/\n.*a\?: unknown \/\* (word ?){31,32}… \*\//s
    )
  })

  it("parse, and contain no code, with any texts from the authors of tools", () => {
    fc.assert(
      fc.property(fc.array(tool, { maxLength: 3 }), (tools) => {
        const text = declarations(tools)
        expect(codeIn(text)).toBe("")
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u)
        expect(text.isWellFormed()).toBe(true)
      }),
      runs(400)
    )
  })

  it("are equal for equal tools, in any order of tools and members", () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([name, inner]) => [name, reversed(inner)])
            )
          : value
    fc.assert(
      fc.property(fc.uniqueArray(tool, { maxLength: 3, selector: ({ name }) => name }), (tools) => {
        expect(declarations(tools.toReversed().map(reversed) as typeof tools)).toBe(declarations(tools))
      }),
      runs(200)
    )
  })

  it("take time proportional to the number of references to large definitions", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `d${at}`,
        {
          type: "object",
          properties: { a: { $ref: `#/$defs/d${(at + 1) % 300}` }, b: { $ref: `#/$defs/d${(at * 7) % 300}` } }
        }
      ])
    )
    const text = declared({ type: "object", properties: { d: { $ref: "#/$defs/d0" } }, $defs })
    expect(text.length).toBeLessThan(20_000)
    expect(codeIn(text)).toBe("")
  })
})

const data = new URL("../../../../../../shared/data/mcp-tool-definitions.jsonl", import.meta.url)
const isThere = existsSync(data)

it.skipIf(!isThere)(
  `declarations of published MCP tools parse, each and all${isThere ? "" : " (skipped: no data here)"}`,
  () => {
    const tools = readFileSync(data, "utf8")
      .trim()
      .split("\n")
      .map((line, at): DeclaredTool => {
        const { name, description = "", inputSchema, outputSchema } = JSON.parse(line)
        return { name: `${name}_${at}`, description, parameters: inputSchema, output: outputSchema }
      })
    expect(tools).toHaveLength(281)
    for (const tool of tools) expect(codeIn(declarations([tool]))).toBe("")
    const text = declarations(tools)
    expect(codeIn(text)).toBe("")
    expect(text.length).toBeLessThan(0.6 * JSON.stringify(tools).length)
  }
)
