import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { countMembers } from "../../src/json/countMembers.ts"
import { findJsonFault } from "../../src/json/findJsonFault.ts"

const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("findJsonFault", () => {
  it.each([
    ["", 1, 1, "the text ends where a value is expected"],
    ["{", 1, 2, 'the text ends where a property name in double quotes or "}" is expected'],
    ['{"a"', 1, 5, 'the text ends where ":" is expected'],
    ['{"a":1,}', 1, 8, "a property name in double quotes is expected"],
    ["{'a':1}", 1, 2, 'a property name in double quotes or "}" is expected'],
    ["[1,]", 1, 4, "a value is expected"],
    ["[,1]", 1, 2, 'a value or "]" is expected'],
    ["[1 2]", 1, 4, '"," or "]" is expected'],
    ["[1}", 1, 3, '"," or "]" is expected'],
    ["{} x", 1, 4, "nothing more is expected"],
    ["01", 1, 1, "a value is expected"],
    ["nul", 1, 1, "a value is expected"],
    ["+1", 1, 1, "a value is expected"],
    ["NaN", 1, 1, "a value is expected"],
    ["\ufeff{}", 1, 1, "a value is expected"],
    ["[\n// no\n]", 2, 1, 'a value or "]" is expected'],
    ['["a\nb"]', 1, 4, "a string has a control character, which must be escaped"],
    ['["\\x"]', 1, 3, "a string has an escape that JSON does not know"],
    ['["\\u12"]', 1, 3, "a string has an escape that JSON does not know"],
    ['\n ["a', 2, 3, "a string begins here and is never closed"],
    ["[1,\r 2,\r\n 3\r\r 4]", 5, 2, '"," or "]" is expected'],
    ["[1\r\n2]", 2, 1, '"," or "]" is expected'],
    ['["\u2028" "\u2029"]', 1, 6, '"," or "]" is expected'],
    ['["a\r\n"]', 1, 4, "a string has a control character, which must be escaped"],
    ['{"a":1,"\\u0061":2}', 1, 8, 'the property "a" is given twice']
  ])("finds the fault of %j", (text, line, column, problem) => {
    expect(findJsonFault(text)).toEqual({ line, column, problem })
  })

  it("finds a fault exactly if JSON.parse fails or drops a member", () => {
    const nearlyJson = fc
      .tuple(fc.json(), fc.array(fc.tuple(fc.nat(), fc.constantFrom(..."{}[],:\"\\01e.-tn \n'"), fc.boolean())))
      .map(([text, edits]) =>
        edits.slice(0, 2).reduce((edited, [place, put, cut]) => {
          const at = place % (edited.length + 1)
          return edited.slice(0, at) + put + edited.slice(cut ? at + 1 : at)
        }, text)
      )
    const fragments = fc
      .array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"b"', '"\\""', "1", "-0", "null", " "), {
        maxLength: 9
      })
      .map((parts) => parts.join(""))
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fragments, fc.string()), (text) => {
        const fault = findJsonFault(text)
        if (fault?.problem.endsWith("is given twice")) expect(text).toContain(":")
        else expect(fault === undefined).toBe(parses(text))
      }),
      { numRuns: 3000 }
    )
  })
})

describe("countMembers", () => {
  it("agrees with JSON.parse for texts without duplicates", () => {
    const membersOf = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? Object.values(value).reduce(
            (sum: number, inner) => sum + membersOf(inner),
            Array.isArray(value) ? 0 : Object.keys(value).length
          )
        : 0
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.boolean(), (value, spaced) => {
        expect(countMembers(JSON.stringify(value, null, spaced ? 1 : 0))).toBe(membersOf(value))
      }),
      { numRuns: 1000 }
    )
  })
})
