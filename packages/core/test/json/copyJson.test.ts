import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json } from "../../src/index.ts"
import { copyJson, freezeParsed, NotJson, parseJson } from "../../src/json.ts"

const copy = (value: unknown, budget = { depth: 8, nodes: 1000, characters: 1000 }) => copyJson(value, budget)
const large = () => ({ depth: 128, nodes: 1_000_000, characters: 1_000_000 })

const frozen = (one: unknown): boolean =>
  typeof one !== "object" || one === null || (Object.isFrozen(one) && Object.values(one).every(frozen))

describe("copyJson", () => {
  it("makes deeply frozen copies of every JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const copied = copy(value, large())
        expect(JSON.stringify(copied)).toBe(JSON.stringify(value))
        expect(frozen(copied)).toBe(true)
        if (typeof value === "object" && value !== null) expect(copied).not.toBe(value)
      })
    )
  })

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true
        }),
        (value) => {
          const copied = copy(value)
          if (!(copied instanceof NotJson))
            expect(parseJson(JSON.stringify(copied))).toEqual(parseJson(JSON.stringify(value)))
        }
      )
    )
  })

  it.each([
    ["a bigint", { a: { "b/c~": [1, 2n] } }, "/a/b~1c~0/1", "is a bigint"],
    ["a function", [() => 1], "/0", "is a function"],
    ["a symbol", Symbol("s"), "", "is a symbol"],
    ["undefined itself", undefined, "", "is undefined"],
    ["undefined in an array", [undefined], "/0", "is undefined"],
    ["a hole in an array", new Array(1), "/0", "is undefined"],
    ["infinity", { n: Number.POSITIVE_INFINITY }, "/n", "is not a finite number"],
    ["a date", { at: new Date() }, "/at", "is an instance of a class"],
    ["a map", new Map(), "", "is an instance of a class"]
  ])("says where and why %s is not JSON", (_name, value, pointer, reason) => {
    expect(copy(value)).toMatchObject({ pointer, reason, tooLarge: false })
  })

  it("leaves out a property that is undefined", () => {
    expect(copy({ a: undefined, b: 1 })).toEqual({ b: 1 })
  })

  it("treats __proto__ and constructor like other properties", () => {
    const copied = copy(JSON.parse('{"__proto__":{"x":{"y":1}},"constructor":1}'))
    expect(JSON.stringify(copied)).toBe('{"__proto__":{"x":{"y":1}},"constructor":1}')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it("reads a getter once and reports when it throws", () => {
    let reads = 0
    const value = {
      get once() {
        return ++reads
      }
    }
    expect(copy(value)).toEqual({ once: 1 })
    expect(reads).toBe(1)
    const broken = {
      get never() {
        throw new Error("secret")
      }
    }
    expect(copy(broken)).toMatchObject({ pointer: "", reason: "could not be read" })
  })

  it("stops at its limits without visiting the rest", () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    expect(copy(cyclic)).toMatchObject({
      reason: "is nested deeper than 8 levels, or contains itself",
      tooLarge: false
    })
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(copy(deep, large())).toMatchObject({ reason: "is nested deeper than 128 levels, or contains itself" })
    expect(copy("x".repeat(1001))).toMatchObject({ reason: "holds too much text", tooLarge: true })
    expect(copy({ list: Array.from({ length: 1001 }, () => 1) })).toMatchObject({
      reason: "holds too many values",
      tooLarge: true
    })
    expect(copy({ list: new Array(4_000_000_000) })).toBeInstanceOf(NotJson)
  })

  it("drops symbols and does not call methods of arrays", () => {
    class Odd extends Array {
      static override get [Symbol.species](): ArrayConstructor {
        throw new Error("asked")
      }
    }
    expect(copy({ a: Odd.from([1]), [Symbol("hidden")]: { mutable: true } })).toEqual({ a: [1] })
  })
})

describe("freezeParsed", () => {
  it("freezes parsed values like copies and counts their members", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const parsed: Json = JSON.parse(JSON.stringify(value))
        const members = { count: 0 }
        expect(freezeParsed(parsed, large(), members)).toBeUndefined()
        expect(frozen(parsed)).toBe(true)
        expect(members.count).toBe(membersOf(parsed))
      })
    )
  })

  it("applies the same limits", () => {
    expect(freezeParsed(JSON.parse("[[[1]]]"), { depth: 2, nodes: 10, characters: 10 }, { count: 0 })).toMatchObject({
      pointer: "/0/0",
      reason: "is nested deeper than 2 levels, or contains itself"
    })
    expect(freezeParsed(JSON.parse('{"a":[1e999]}'), large(), { count: 0 })).toMatchObject({ pointer: "/a/0" })
  })
})

const membersOf = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, one) => sum + membersOf(one as Json), own)
}
