import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getLeastCount, runs } from "../../../testing/src/runs.ts"
import { parseJson } from "../../src/json.ts"

/** A string with one of the ways to write it in JSON. */
interface Spelled {
  readonly value: string
  readonly json: string
}

type Node = Spelled | number | boolean | null | ReadonlyArray<Node> | Members

/** An object as written in the text: its members in order, possibly with duplicate names. */
class Members {
  readonly all: ReadonlyArray<readonly [name: Spelled, value: Node]>
  constructor(all: ReadonlyArray<readonly [Spelled, Node]>) {
    this.all = all
  }
}

const units = fc.constantFrom("\\", '"', "\n", "n", "u", "0", "A", "a", ":", "\ud800", "é", "语", "\u{1f600}")
const plainNames = fc.constantFrom("h", "__proto__", "constructor", "toString", "0", "7", "4294967295", "length", "")
const spelled = fc
  .tuple(fc.oneof(fc.string({ unit: units, maxLength: 4 }), plainNames), fc.array(fc.boolean(), { maxLength: 12 }))
  .map(([value, isEscaped]): Spelled => {
    const spell = (unit: string, at: number) =>
      isEscaped[at] === true
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
        : JSON.stringify(unit).slice(1, -1)
    const units = Array.from({ length: value.length }, (_, at) => value.charAt(at))
    return { value, json: `"${units.map(spell).join("")}"` }
  })

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    spelled,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom<Node>(null, true, false, -0),
    fc.array(tie("node"), { maxLength: 3 }),
    fc.array(fc.tuple(spelled, tie("node")), { maxLength: 5 }).map((all) => new Members(all))
  )
}))

const spaces = fc.constantFrom("", " ", "\n\t", "\r\n")

/** Returns the text of a node. Each object begins with a member `first`. */
const textOf = (node: Node, space: string, first: string, spell = ({ json }: Spelled) => json): string => {
  const write = (node: Node): string => {
    if (node instanceof Members) {
      const members = node.all.map(([name, value]) => `${spell(name)}${space}:${space}${write(value)}`)
      return `{${space}${[`"${first}":1`, ...members].join(`${space},${space}`)}${space}}`
    }
    if (isList(node)) return `[${space}${node.map(write).join(`${space},`)}${space}]`
    if (typeof node === "object" && node !== null) return node.json
    return Object.is(node, -0) ? "-0" : JSON.stringify(node)
  }
  return `${space}${write(node)}${space}`
}

/** Returns the expected result of parsing a node's text, in the form of `shape`. */
const shapeOf = (node: Node, first: string): unknown => {
  if (node instanceof Members) {
    const members = node.all.map(([name, value]) => [name.value, shapeOf(value, first)] as const)
    // Only an object puts names such as "7" first.
    const order = Object.keys(Object.fromEntries([[first, 1], ...members]))
    const found = new Map<string, unknown>([[first, 1], ...members])
    return new Map(order.map((name) => [name, found.get(name)]))
  }
  if (isList(node)) return node.map((each) => shapeOf(each, first))
  return typeof node === "object" && node !== null ? node.value : node
}

/** Returns a value in a form that compares by its own members and their order. */
const shape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== "object" || value === null) return value
  return new Map(Object.entries(value).map(([name, member]) => [name, shape(member)]))
}

const isList = (node: Node): node is ReadonlyArray<Node> => Array.isArray(node)

/** The name that the engine may confuse with this one: the start of its spelling, cut to the name's length. */
const mistaken = ({ value, json }: Spelled) => JSON.stringify(json.slice(1, value.length + 1))

const keys = (value: unknown) => Object.keys(value as object)

/** Parses these texts, and counts how often `parse` returns something else. */
const misreadBy = (parse: (text: string) => unknown) => {
  let misread = 0
  let texts = 0
  fc.assert(
    fc.property(node, spaces, (node, space) => {
      // The engine remembers what follows a name, as long as no other name has followed it.
      const first = `first ${texts++} for ${parse.name}`
      JSON.parse(textOf(node, space, first, mistaken))
      try {
        expect(shape(parse(textOf(node, space, first)))).toEqual(shapeOf(node, first))
      } catch (error) {
        if (parse !== JSON.parse) throw error
        misread++
      }
    }),
    runs(2_000)
  )
  return misread
}

/** Whether this engine confuses a name with another that it read earlier (nodejs/node#63785). */
const isBroken = () => {
  JSON.parse('{"control":[],"\\\\":0}')
  return keys(JSON.parse('{"control":1,"\\n":2}'))[1] !== "\n"
}

describe("parseJson", () => {
  it.each([
    ['{"A":[],"\\\\":0}', '{"A":1,"\\n":2}', ["A", "\n"]],
    ['{"B":[],"\\\\":0}', '{"B":1,"\\"" : 2}', ["B", '"']],
    ['{"C":[],"\\\\":0}', '{"C":1,"\\u0022"\n:2}', ["C", '"']],
    ['{"D":[],"a\\\\":0}', '{"D":1,"a\\u0041":2}', ["D", "aA"]],
    ['{"E":[],"\\\\":0}', '{"\\u0045":"\\\\","\\n":":\\""}', ["E", "\n"]]
  ])("after %s it reads the names of %s", (before, text, names) => {
    JSON.parse(before)
    expect(keys(parseJson(text))).toEqual(names)
  })

  it("is not affected by earlier texts", () => {
    expect(misreadBy(parseJson)).toBe(0)
  })

  it.runIf(isBroken())("is needed in this engine, whose JSON.parse misreads such texts", () => {
    expect(misreadBy(JSON.parse)).toBeGreaterThan(0)
  })

  it("fails like JSON.parse", () => {
    const errorOf = (parse: (text: string) => unknown, text: string) => {
      try {
        parse(text)
        return undefined
      } catch (error) {
        return error
      }
    }
    const puts = fc.constantFrom("", ",", "]", "}", '"', "\\", ":", "0", "\u0007", '"\\n"')
    let failed = 0
    fc.assert(
      fc.property(node, spaces, fc.nat(), puts, (node, space, place, put) => {
        const whole = textOf(node, space, "first")
        const at = place % (whole.length + 1)
        const text = whole.slice(0, at) + put + whole.slice(at + 1)
        const expected = errorOf(JSON.parse, text)
        expect(errorOf(parseJson, text)).toEqual(expected)
        if (expected !== undefined) failed++
      }),
      runs(2_000)
    )
    expect(failed).toBeGreaterThan(getLeastCount(0.5, runs(2_000)))
  })

  it("creates members with names of Object.prototype", () => {
    const value = parseJson('{"\\u005f_proto__":{"x":1},"toString":2}') as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    const ordinary = { writable: true, enumerable: true, configurable: true }
    expect(Object.entries(Object.getOwnPropertyDescriptors(value))).toEqual([
      ["__proto__", { value: { x: 1 }, ...ordinary }],
      ["toString", { value: 2, ...ordinary }]
    ])
  })

  it("reads texts of any depth and size", () => {
    const depth = 200_000
    let deep = parseJson(`${'{"\\n":['.repeat(depth)}1e3${"]}".repeat(depth)}`)
    for (let left = depth; left > 0; left--) deep = (deep as Record<string, [unknown]>)["\n"]?.[0]
    expect(deep).toBe(1000)
    const [digits, blanks, slashes] = ["1".repeat(1_000_000), " ".repeat(1_000_000), "\\\\".repeat(1_000_000)]
    const text = `{"\\n"${blanks}:${digits},"${slashes}":"${slashes}\\"",${blanks}"\\t":[${'"\\"",'.repeat(100_000)}0]}`
    expect(keys(parseJson(text)).map((name) => name.length)).toEqual([1, 1_000_000, 1])
  })
})
