import { readFileSync } from "node:fs"
import { parseJson } from "@toolgate/core/json"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ScriptEngine } from "../../src/guest/script/ScriptEngine.ts"
import { answerOf, engine, run, runBody, runTypes, world } from "./running.ts"

describe("a script", () => {
  it("answers with the result of its default export", () => {
    expect(run("export default (args) => args.a + 1", { args: '{"a":1}' })).toEqual({ kind: "value", json: "2" })
    expect(run("export default function (args) { return [this === undefined, args] }", { args: '"x"' })).toEqual({
      kind: "value",
      json: '[true,"x"]'
    })
    expect(run("const main = () => 4\nexport { main as default }")).toEqual({ kind: "value", json: "4" })
  })

  it("may return a promise, or anything with a method `then`", () => {
    const slow = "export default async (args) => { for (let i = 0; i < 100; i++) await null; return args }"
    expect(run(slow, { args: "[1]" })).toEqual({ kind: "value", json: "[1]" })
    expect(run("export default () => ({ then(done) { done({ a: 2 }) } })")).toEqual({ kind: "value", json: '{"a":2}' })
    expect(run("const base = await Promise.resolve(3)\nexport default () => base")).toEqual({
      kind: "value",
      json: "3"
    })
  })

  it("may return nothing", () => {
    expect(run("export default () => {}")).toEqual({ kind: "value", json: undefined })
    expect(run("export default () => null")).toEqual({ kind: "value", json: "null" })
  })

  it("passes any JSON through unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const args = JSON.stringify(value)
        const end = run("export default (args) => args", { args })
        expect(end.kind === "value" && parseJson(end.json ?? "")).toEqual(parseJson(args))
      }),
      runs(200)
    )
  })

  it("sees nothing of an earlier script", () => {
    const polluting = `Object.prototype.polluted = 1; Array.prototype.map = null; globalThis.left = "here"; JSON.parse = null
      Math.random = () => 4; Object.defineProperty(Date, "now", { value: () => 5 }); Promise.prototype.then = null`
    engine.prepare(world.memoryBytes)
    expect(run(`${polluting}; export default () => 1`)).toEqual({ kind: "value", json: "1" })
    expect(
      runBody(
        `return [{}.polluted, typeof [].map, globalThis.left, typeof JSON.parse, typeof (await Promise.resolve().then)]`
      )
    ).toEqual({ kind: "value", json: '[null,"function",null,"function","function"]' })
  })

  it("runs in the same way with or without a prepared virtual machine of any size", () => {
    for (const prepared of [0, 1, world.memoryBytes, world.memoryBytes / 2, 3.5]) {
      engine.prepare(prepared)
      expect(run("export default () => 1")).toEqual({ kind: "value", json: "1" })
    }
  })

  it("is run by an engine in the bundle", async () => {
    const place = new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm"))
    const other = await ScriptEngine.create(place)
    expect(other.run("export default () => 1", false, world)).toEqual({ kind: "value", json: "1" })
    expect(readFileSync(place).length).toBeGreaterThan(0)
    await expect(ScriptEngine.create("/nowhere/quickjs.wasm")).rejects.toThrow("ENOENT")
  })
})

describe("a script that is only checked", () => {
  const check = (source: string, memoryBytes = world.memoryBytes) =>
    engine.check(source, false, { ...world, memoryBytes })

  it("is not run", () => {
    expect(check("for (;;);\nexport default () => 1")).toBeUndefined()
    expect(check("export default 1; throw new Error('ran')")).toBeUndefined()
    expect(check("export default 1; await new Promise(() => {})")).toBeUndefined()
  })

  it.each([
    ["default", "export default () => 1"],
    ["default", "const f = () => 1\nexport { f as default } // no line end"],
    ["lint", "export function lint() {}"],
    ["lint", "const second = 1; export { second as lint }"],
    ["a b", "const second = 1, second_ = 2; export { second_ as 'a b' }"],
    ["__proto__", "export const __proto__ = () => 1"]
  ])("must have the export %j of any kind: %s", (name, source) => {
    expect(engine.check(source, false, { ...world, export: name })).toBeUndefined()
  })

  it.each([
    ["default", "export const lint = () => 1", "as its default export"],
    ["lint", "export default function lint() {}", 'export a function "lint"'],
    ["lint", "const lint = () => 1; // export { lint }", 'export a function "lint"'],
    ["second", "const second = 1", 'export a function "second"'],
    ["toString", "export default () => 1 /* the end", undefined],
    ["constructor", "export default () => 1", 'export a function "constructor"'],
    ['a"; throw 1; "', "export default () => 1", String.raw`export a function "a\"; throw 1; \""`]
  ])("is refused without the export %j: %s", (name, source, said) => {
    expect(engine.check(source, false, { ...world, export: name })).toEqual({
      kind: "invalid",
      message: said === undefined ? expect.any(String) : expect.stringContaining(said)
    })
  })

  it.each([
    "let x = 1\n  let y = 5 +;",
    "export default (",
    "import 'node:fs'\nexport default () => 1",
    "import { a } from './a.js'",
    "export { a } from './a.js'",
    "export default () => 1; export default () => 2",
    "export { missing }",
    `export default ${"[".repeat(100_000)}`
  ])("is refused exactly like a running script: %.30s", (source) => {
    const end = check(source)
    expect(end).toEqual(run(source))
    expect(["invalid", "nested"]).toContain(end?.kind)
  })

  it("is reported with line and column, in TypeScript too", () => {
    expect(engine.check("export default (a: string) =>\n  a +;", true, world)).toEqual({
      kind: "invalid",
      message: expect.stringMatching(/\(line 2, column \d+\)$/)
    })
    expect(engine.check("export default (a: string): string => a", true, world)).toBeUndefined()
  })

  it("ends when memory runs out", () => {
    expect(check(`export default () => ${JSON.stringify("x".repeat(3_000_000))}.length`, 4 * 1024 * 1024)).toEqual({
      kind: "memory"
    })
    expect(check("export default () => 1", 65_536)).toEqual({ kind: "memory" })
  })
})

describe("a source that is not a script", () => {
  const refused = (source: string) => {
    const end = run(source)
    return end.kind === "invalid" ? end.message : end
  }

  it("is refused with line and column", () => {
    expect(refused("let x = 1\n  let y = 5 +;")).toBe(
      "SyntaxError: unexpected token in expression: ';' (line 2, column 14)"
    )
  })

  it("is refused if it imports anything, with the place", () => {
    expect(refused('\n  import { a } from "node:fs"\nexport default () => a')).toBe(
      'it imports "node:fs", but a script cannot import modules (line 2, column 21)'
    )
    for (const source of [
      "import './x.js'",
      "export * from 'y'",
      "import * as me from 'script'",
      "import z from 'z'"
    ]) {
      expect(refused(`${source}; export default () => 1`)).toContain("a script cannot import modules")
    }
  })

  it("calls the named export, with settings that the script cannot change", () => {
    const settings = JSON.stringify({ a: [{ b: 1 }], __proto: null })
    const source = `export const other = () => 1
      export function lint(args, { settings, callTool }) {
        const failed = []
        for (const change of [() => { settings.a[0].b = 2 }, () => { settings.c = 1 }, () => settings.a.push(1)])
          try { change() } catch { failed.push(1) }
        return [args, settings, typeof callTool, failed.length]
      }`
    expect(answerOf(run(source, { export: "lint", settings, args: '{"x":1}' }))).toEqual([
      { x: 1 },
      { a: [{ b: 1 }], __proto: null },
      "undefined",
      3
    ])
  })

  it("treats settings as data, even if the script has replaced freeze and parse", () => {
    const settings = '{"__proto__":{"x":1},"constructor":2,"toJSON":3}'
    const source = `Object.freeze = JSON.parse = () => 7
      export default (_args, { settings }) => [Object.keys(settings), settings.x, Object.isFrozen(settings)]`
    expect(answerOf(run(source, { settings }))).toEqual([["__proto__", "constructor", "toJSON"], null, true])
  })

  it("is refused if the named export is not a function", () => {
    expect(run("export const lint = 1", { export: "lint" })).toEqual({
      kind: "invalid",
      message: 'this script does not export a function "lint"'
    })
  })

  it("is refused without a function as its default export", () => {
    for (const source of ["", "export const a = 1", "export default 5", "export default { run() {} }", "1 + 1"]) {
      expect(refused(source)).toContain(
        "this script has no function as its default export; write, for example, `export default (args) =>"
      )
    }
  })

  it("never breaks the engine with any source", () => {
    const words = [
      "export default",
      "=>",
      "(",
      ")",
      "{",
      "}",
      "await",
      "import",
      "'a'",
      "`${",
      "/",
      "class",
      "\0",
      "\ud800"
    ]
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words)).map((some) => some.join(" "))
    )
    fc.assert(
      fc.property(text, fc.boolean(), (source, isTypeScript) => {
        expect(engine.run(source, isTypeScript, world)).toHaveProperty("kind")
      }),
      runs(200)
    )
  })
})

describe("TypeScript", () => {
  it("runs without its types", () => {
    const source = `import type { Nowhere } from "nowhere"
      interface Args { readonly text: string }
      export default async (args: Args & Partial<Nowhere>): Promise<number> => (args as { text: string }).text?.length ?? 0`
    expect(runTypes(source)).toEqual({ kind: "value", json: "0" })
  })

  it("keeps lines and columns", () => {
    const source = `type A = {\n  a: string\n}\nexport default (a: A): string => {\n  const b: any = null;  return b.c\n}`
    expect(runTypes(source)).toEqual({
      kind: "threw",
      message: "TypeError: cannot read property 'c' of null (line 5, column 32)"
    })
  })

  it("is refused, with line and column, for anything more than types", () => {
    expect(runTypes("const a = 1\n  enum A { x }")).toEqual({
      kind: "invalid",
      message: "TypeScript enum is not supported in strip-only mode (line 2, column 3)"
    })
    expect(runTypes("\n  namespace A {\n export const x = 1\n}")).toMatchObject({
      message: expect.stringMatching(/namespace.*\(line 2, column 3\)$/)
    })
    expect(runTypes("class A { constructor(private x: number) {} }")).toMatchObject({
      message: expect.stringMatching(/parameter property.*\(line 1, column 31\)$/)
    })
    expect(runTypes("const a: = 1")).toMatchObject({ kind: "invalid", message: expect.stringContaining("line 1") })
  })

  it("is accepted only as TypeScript: types are an error in JavaScript", () => {
    expect(run("export default (a: string) => a")).toMatchObject({ kind: "invalid" })
  })
})

describe("console", () => {
  it("logs values as text and JSON, line by line, with each of its methods", () => {
    const lines: Array<string> = []
    const body = `console.log("a", 1, { b: [2] }, null, undefined, 5n, () => 1); console.info("x\\ny"); console.warn([1])
      console.error(new TypeError("no")); console.debug(Symbol("s")); console.log()`
    runBody(body, { log: (line) => lines.push(line) })
    const shown = ['a 1 {"b":[2]} null undefined 5n [function]', "x", "y", "[1]", "TypeError: no", "Symbol(s)", ""]
    expect(lines).toEqual(shown)
  })

  it("bounds the output of one call, and survives values that cannot be shown", () => {
    const lines: Array<string> = []
    const body = `const cycle = {}; cycle.cycle = cycle; const deep = []; for (let at = deep, i = 0; i < 500; i++) at.push(at = [])
      console.log("x".repeat(1e6)); console.log(...Array(1e4).fill("y")); console.log(cycle, { toJSON() { throw 1 } }, [1n])
      console.log("\\n".repeat(1e5)); console.log(new Proxy({}, { get() { throw 1 } }))`
    expect(runBody(body, { log: (line) => lines.push(line) }).kind).toBe("value")
    expect(lines[0]).toBe(`${"x".repeat(4_096)}…`)
    expect(lines[1]?.length).toBe(4_097)
    expect(lines[2]).toBe("[object] [object] [object]")
    expect(lines.length).toBeLessThan(4_200)
  })
})
