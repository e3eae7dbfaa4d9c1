import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { tryJsonAttacks } from "../../../testing/src/hostile/tryJsonAttacks.ts"
import { InvalidJson, readJson } from "../../src/json/readJson.ts"

const faultOf = (text: string) => {
  try {
    readJson(text)
    return undefined
  } catch (error) {
    return error instanceof InvalidJson ? error.message : error
  }
}

tryJsonAttacks({ describe, it }, readJson)

describe("readJson", () => {
  it("agrees with JSON.parse for every serialized value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = JSON.stringify(value)
        expect(readJson(text)).toEqual(JSON.parse(text))
      })
    )
  })

  it.each([
    ['{"a":1,"a":2}', 'at line 1, column 8, the property "a" is given twice'],
    ['{"a":1,\n "\\u0061":2}', 'at line 2, column 2, the property "a" is given twice'],
    ['{"__proto__":1,"__proto__":2}', 'at line 1, column 16, the property "__proto__" is given twice'],
    ['{"a":1,}', "at line 1, column 8, a property name in double quotes is expected"]
  ])("refuses %s, and says where the fault is", (text, message) => {
    expect(faultOf(text)).toBe(message)
  })

  it("refuses exactly the texts with a repeated name in an object", () => {
    const name = fc.constantFrom("a", "\\u0061", "b", "__proto__", "toString", '\\"', "a:b")
    const { value } = fc.letrec<{ value: { text: string; twice: boolean } }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("1", '":,{"', '"\\\\"', "null").map((text) => ({ text, twice: false })),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => ({
          text: `[${items.map(({ text }) => text).join(" ,")}]`,
          twice: items.some(({ twice }) => twice)
        })),
        fc.array(fc.tuple(name, tie("value")), { maxLength: 3 }).map((members) => ({
          text: `{${members.map(([key, { text }]) => `"${key}" : ${text}`).join()}}`,
          twice:
            new Set(members.map(([key]) => JSON.parse(`"${key}"`))).size < members.length ||
            members.some(([, { twice }]) => twice)
        }))
      )
    }))
    fc.assert(
      fc.property(value, ({ text, twice }) => {
        expect(faultOf(text) !== undefined).toBe(twice)
      })
    )
  })

  it("handles any nesting that fits in memory", () => {
    const nested = (inner: string) => `${'{"a":'.repeat(100_000)}${inner}${"}".repeat(100_000)}`
    expect(faultOf(nested("1"))).toBeUndefined()
    expect(faultOf(nested('{"b":1,"b":1}'))).toMatch(/the property "b" is given twice$/)
  })
})
