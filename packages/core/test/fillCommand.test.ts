import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { inheritedNames } from "../../testing/src/hostile/tryNameAttacks.ts"
import { type Args, fillCommand, type Json, listPlaceholders } from "../src/index.ts"

const filled = (argv: ReadonlyArray<string>, args: Args) => fillCommand(argv, args)

const faultOf = (argv: ReadonlyArray<string>, args: Args) => {
  const words = fillCommand(argv, args)
  return "message" in words ? words : undefined
}

describe("the words of a command", () => {
  it.each<readonly [ReadonlyArray<string>, Args, ReadonlyArray<string>]>([
    [["ls", "{path}"], { path: "a b.txt" }, ["ls", "a b.txt"]],
    [["ls", "--in={path}/{name}.txt"], { path: "a", name: "b" }, ["ls", "--in=a/b.txt"]],
    [["head", "-n", "{n}", "{all}"], { n: 5, all: true }, ["head", "-n", "5", "true"]],
    [["jq", "{what}", "x{what}"], { what: { a: [1, "{b}"] } }, ["jq", '{"a":[1,"{b}"]}', 'x{"a":[1,"{b}"]}']],
    [["ls", "{nothing}"], { nothing: null }, ["ls", "null"]],
    [["ls", "{path}", "--x={path}", "y"], {}, ["ls", "y"]],
    [["cat", "--", "{paths}", "end"], { paths: ["a", "-b", 3] }, ["cat", "--", "a", "-b", "3", "end"]],
    [["cat", "{paths}", "end"], { paths: [] }, ["cat", "end"]],
    [["echo", "{a}"], { a: "" }, ["echo", ""]],
    [
      ["jq", "{a: .b}", "{}", "{ a }", "{1}", "{{a}}", "}}", "{", "{{{a}}}"],
      { a: "x" },
      [...["jq", "{a: .b}", "{}", "{ a }", "{1}", "{a}", "}", "{", "{x}"]]
    ]
  ])("%j filled with %j are %j", (argv, args, words) => {
    expect(filled(argv, args)).toEqual(words)
  })

  it("do not expand values or fill placeholders twice", () => {
    const texts = [
      "{b}",
      "{{b}}",
      "$HOME",
      `\${HOME}`,
      "$(id)",
      "`id`",
      "~",
      "*",
      "a;b",
      "@file",
      "a\nb",
      '"',
      "'",
      "\\"
    ]
    for (const a of texts) expect(filled(["x", "{a}", "p{a}s"], { a, b: "NO" })).toEqual(["x", a, `p${a}s`])
  })

  it("ignore inherited properties of the arguments", () => {
    for (const name of inheritedNames) expect(filled(["x", `{${name}}`], {})).toEqual(["x"])
    expect(filled(["x", "{__proto__}"], JSON.parse('{"__proto__":"own"}'))).toEqual(["x", "own"])
  })

  it.each<readonly [string, ReadonlyArray<string>, Args, string]>([
    ["an option", ["ls", "{a}"], { a: "-rf" }, "/a"],
    ["an end of options", ["ls", "{a}", "x"], { a: "--" }, "/a"],
    ["a negative number", ["head", "{a}"], { a: -5 }, "/a"],
    ["an option in a list", ["ls", "{a}"], { a: ["x", "-rf"] }, "/a"],
    ["an option behind an empty text", ["ls", "{a}{b}"], { a: "", b: "-rf" }, "/b"],
    ["an option that a constant ends", ["ls", "{a}-rf"], { a: "" }, "/a"],
    ["an option after an end of options that an argument makes", ["ls", "{a}-", "{b}"], { a: "+", b: "-x" }, "/b"],
    ["a NUL", ["ls", "x{a}"], { a: "a\0b" }, "/a"],
    ["a NUL in a list", ["ls", "{a}"], { a: ["\0"] }, "/a"],
    ["half a character", ["ls", "{a}"], { a: "\ud800" }, "/a"],
    ["a list within a word", ["ls", "x{a}"], { a: ["b"] }, "/a"]
  ])("are refused for %s", (_what, argv, args, arg) => {
    const fault = faultOf(argv, args)
    expect(fault?.arg).toBe(arg)
    expect(fault?.message).toContain(`"${arg.slice(1)}"`)
  })

  it("may begin with - if the tool wrote it or after the end of options", () => {
    expect(filled(["ls", "-{a}", "--{a}"], { a: "-x" })).toEqual(["ls", "--x", "---x"])
    expect(filled(["rm", "--", "{a}", "{n}"], { a: "-rf", n: -1 })).toEqual(["rm", "--", "-rf", "-1"])
  })

  it("accept an argument of ten megabytes", () => {
    const long = "{a}".repeat(3_500_000)
    expect(filled(["x", "{a}"], { a: long })).toEqual(["x", long])
  })
})

it("names the placeholders of a word", () => {
  expect(listPlaceholders("{a}{{b}}x{c-d}{1}{a}")).toEqual(["a", "c-d", "a"])
})

const name = fc.constantFrom("a", "b", "long-name", "__proto__")
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("-", "--", "-x", "{a}", "{b}", "", "}}", "\0", "$(x)")
)
const value: fc.Arbitrary<Json> = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 })
)
const args = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((pairs): Args => Object.fromEntries(pairs))
const constant = fc.constantFrom("-x", "--", "word", "{{", "a}}b", "--k=v", "", "{ a }")
const withHole = fc
  .tuple(fc.constantFrom("", "--k=", "-", "p"), name, fc.constantFrom("", "s", "-"))
  .map(([before, hole, after]) => `${before}{${hole}}${after}`)

describe("every filled vector", () => {
  const vectors = fc.tuple(fc.array(fc.oneof(constant, withHole), { maxLength: 6 }), args)
  const literal = (word: string) => word.replaceAll("{{", "{").replaceAll("}}", "}")

  it("never turns an argument into an option before the end of options", () => {
    fc.assert(
      fc.property(vectors, ([argv, given]) => {
        const words = fillCommand(["p", ...argv], given)
        if ("message" in words) return
        const ends = argv.indexOf("--")
        const before = ends < 0 ? argv : argv.slice(0, ends)
        const options = before.filter((word) => word.startsWith("-")).length
        const filledBefore = fillCommand(["p", ...before], given)
        if ("message" in filledBefore) throw new Error("A part is refused, and the whole is not.")
        expect(filledBefore.slice(1).filter((word) => word.startsWith("-")).length).toBeLessThanOrEqual(options)
      }),
      { numRuns: 2_000 }
    )
  })

  it("keeps the constant words in order", () => {
    fc.assert(
      fc.property(vectors, ([argv, given]) => {
        // Each argument is marked, so that its words cannot be mistaken for constant ones.
        const marked = Object.fromEntries(
          Object.entries(given).map(([key, one]) => [key, Array.isArray(one) ? one.map((it) => `#${it}`) : `#${one}`])
        )
        const words = fillCommand(["p", ...argv], marked)
        if ("message" in words) return
        const constants = argv.filter((word) => listPlaceholders(word).length === 0).map(literal)
        expect(words.slice(1).filter((word) => !word.includes("#"))).toEqual(constants)
      }),
      { numRuns: 2_000 }
    )
  })
})
