import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { convertWordsToJson } from "../../src/call/argumentWords.ts"
import { formatCallExamples } from "../../src/call/formatCallExamples.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const tool = {
  name: "t",
  resources: [],
  parameters: {
    type: "object",
    required: ["path"],
    properties: {
      path: { type: "string" },
      line: { type: "integer", minimum: 1 },
      ratio: { type: "number" },
      deep: { type: "boolean" },
      tags: { type: "array", items: { type: "string" } },
      sizes: { type: "array", items: { $ref: "#/$defs/size" } },
      filter: { type: "object" },
      mode: { enum: ["fast", 2, true] },
      id: { anyOf: [{ type: "integer" }, { type: "null" }] },
      text: { type: ["number", "string"] },
      either: { oneOf: [{ type: "string" }, { type: "array", items: { type: "integer" } }] },
      any: {}
    },
    $defs: { size: { type: "integer" } }
  }
}

const textOf = (words: ReadonlyArray<string>): string => Effect.runSync(convertWordsToJson(words, tool))

const given = (...words: ReadonlyArray<string>) => {
  const text = Effect.runSync(Effect.result(convertWordsToJson(words, tool)))
  return text._tag === "Failure" ? text.failure.message : JSON.parse(text.success)
}

describe("arguments as words", () => {
  it("are typed by the tool's schema", () => {
    expect(
      given("path=a=b c", "line=12", "ratio=-1.5e3", "deep=false", "tags=x", "tags=", "sizes=1", 'filter:={"a":[1]}')
    ).toEqual({ path: "a=b c", line: 12, ratio: -1500, deep: false, tags: ["x", ""], sizes: [1], filter: { a: [1] } })
    expect(given("path=12", "text=12", "any=12", "unknown=12", "id=null")).toEqual({
      path: "12",
      text: "12",
      any: "12",
      unknown: "12",
      id: null
    })
    expect([given("mode=fast"), given("mode=2"), given("mode=true")]).toEqual([
      { mode: "fast" },
      { mode: 2 },
      { mode: true }
    ])
    expect([given("either=1"), given("either=1", "either=2")]).toEqual([{ either: "1" }, { either: [1, 2] }])
    expect(given("text:=12", "tags:=[]")).toEqual({ text: 12, tags: [] })
    expect(given("__proto__=1")).toEqual(JSON.parse('{"__proto__":"1"}'))
  })

  it("keep the digits of a number", () => {
    expect(textOf(["line=12345678901234567890"])).toBe('{"line":12345678901234567890}')
  })

  it.each([
    ["line=x", 'The argument "line" takes a whole number, as in line=1.'],
    ["line=", 'The argument "line" takes a whole number, as in line=1.'],
    ["deep=yes", 'The argument "deep" takes true or false, as in deep=true.'],
    ["sizes=x", 'The argument "sizes" takes a whole number, as in sizes=1.'],
    ["filter=a", `The argument "filter" takes an object, as in filter:='{"name":"value"}'.`],
    ["filter:=a", 'The argument "filter" has no valid JSON after ":="; for a string, write filter=VALUE.']
  ])("that do not fit are refused, and not quoted: %s", (word, message) => {
    expect(given(word)).toBe(message)
  })

  it("may occur only once, except for lists", () => {
    expect(given("path=a", "path=b")).toBe('The argument "path" is given more than once but takes one value.')
  })

  it("arrive unchanged, with any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        expect(given(`path=${value}`)).toEqual({ path: value })
      })
    )
  })

  it("leave every JSON text unchanged", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(textOf([json])).toBe(json)
      })
    )
    expect(textOf([])).toBe("{}")
  })
})

describe("an example of a call", () => {
  it("is valid in both notations", () => {
    expect(formatCallExamples(tool)).toBe(
      `For example: toolgate call t '{"path":"text"}', or: toolgate call t path=text`
    )
    const parameters = {
      type: "object",
      required: ["a b", "n", "l", "m"],
      properties: { n: { type: "integer" }, l: { type: "array" }, m: { enum: ["it's"] } }
    }
    expect(formatCallExamples({ ...tool, parameters })).toBe(
      `For example: toolgate call t '{"a b":"text","n":1,"l":[],"m":"it'\\''s"}', or: toolgate call t 'a b=text' n=1 'l:=[]' 'm=it'\\''s'`
    )
  })
})

describe("toolgate call NAME=VALUE", () => {
  it("calls with words, even beside flags and through an alias", async () => {
    const cwd = folder({ "notes.txt": "one\ntwo\nthree\n" })
    expect(await toolgate(["call", "read_file", "path=notes.txt"], { cwd })).toMatchObject({
      status: 0,
      stdout: "one\ntwo\nthree\n"
    })
    const { stdout } = await toolgate(["call", "read_file", "path=notes.txt", "--json", "start_line=2", "end_line=2"], {
      cwd
    })
    expect(JSON.parse(stdout)).toMatchObject({ arguments: { path: "notes.txt", start_line: 2, end_line: 2 } })
  })

  it("explains the same call", async () => {
    const { stdout } = await toolgate(["policy", "explain", "shell", "command=ls -l"], { cwd: folder() })
    expect(stdout).toContain("  running ls -l\n")
  })

  it.each([
    ["a word", ["call", "read_file", "notes.txt"]],
    ["quotes that the shell took", ["call", "read_file", "{path:notes.txt}"]],
    ["no object", ["call", "read_file", "1"]],
    ["nothing", ["call", "read_file", ""]]
  ])("shows an example instead of JSON: %s", async (_what, args) => {
    const { status, stderr } = await toolgate(args, { cwd: folder() })
    expect(status).toBe(1)
    expect(stderr).toContain(
      `For example: toolgate call read_file '{"path":"README.md"}', or: toolgate call read_file path=README.md\n`
    )
  })
})
