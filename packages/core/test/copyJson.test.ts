import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { copyJson } from "../src/index.ts"

const bounds = { size: 1000, depth: 8 }

describe("copyJson", () => {
  it("copies every JSON value, sharing nothing, frozen all through", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const copied = copyJson(value, { size: 1_000_000, depth: 8 })
        expect(copied).toEqual({ json: JSON.parse(JSON.stringify(value)) })
        const frozen = (one: unknown): boolean =>
          typeof one !== "object" || one === null || (Object.isFrozen(one) && Object.values(one).every(frozen))
        expect("json" in copied && frozen(copied.json)).toBe(true)
        if ("json" in copied && typeof value === "object" && value !== null) expect(copied.json).not.toBe(value)
      })
    )
  })

  it("never throws, whatever it is given", () => {
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
          const copied = copyJson(value, bounds)
          if ("json" in copied)
            expect(JSON.parse(JSON.stringify(copied.json))).toEqual(JSON.parse(JSON.stringify(value)))
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
    ["infinity", { n: Number.POSITIVE_INFINITY }, "/n", "is a number that JSON does not have"],
    ["a date", { at: new Date() }, "/at", "is an instance of a class, not a plain object"],
    ["a map", new Map(), "", "is an instance of a class, not a plain object"]
  ])("says where and why %s is not JSON", (_name, value, pointer, reason) => {
    expect(copyJson(value, bounds)).toEqual({ pointer, reason, tooLarge: false })
  })

  it("leaves out a property that is undefined", () => {
    expect(copyJson({ a: undefined, b: 1 }, bounds)).toEqual({ json: { b: 1 } })
  })

  it("takes __proto__ and constructor as properties like any other", () => {
    const copied = copyJson(JSON.parse('{"__proto__":{"x":{"y":1}},"constructor":1}'), bounds)
    expect(JSON.stringify(copied)).toBe('{"json":{"__proto__":{"x":{"y":1}},"constructor":1}}')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it("reads a getter once, and answers when it throws", () => {
    let reads = 0
    const value = {
      get once() {
        return ++reads
      }
    }
    expect(copyJson(value, bounds)).toEqual({ json: { once: 1 } })
    expect(reads).toBe(1)
    const broken = {
      get never() {
        throw new Error("secret")
      }
    }
    expect(copyJson(broken, bounds)).toEqual({ pointer: "", reason: "cannot be read", tooLarge: false })
  })

  it("stops at its bounds, without going through what is beyond them", () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    expect(copyJson(cyclic, bounds)).toMatchObject({ reason: "is nested too deeply", tooLarge: false })
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(copyJson(deep, { size: 10_000_000, depth: 128 })).toMatchObject({ reason: "is nested too deeply" })
    expect(copyJson("x".repeat(1001), bounds)).toMatchObject({ reason: "is too large", tooLarge: true })
    expect(copyJson({ list: new Array(4_000_000_000) }, bounds)).toEqual({
      pointer: "/list",
      reason: "is too large",
      tooLarge: true
    })
  })
})
