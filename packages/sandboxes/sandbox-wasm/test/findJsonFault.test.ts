import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { findJsonFault } from "../src/findJsonFault.ts"

it.each([
  ["", 0],
  ["  ", 2],
  ["hello", 0],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ["{a:1}", 1],
  ["[1,]", 3],
  ["[1 2]", 3],
  ["[1", 2],
  ['{"a":1} x', 8],
  ["1 2", 2],
  ["01", 1],
  ['"a\nb"', 2],
  ['"a\\xb"', 2],
  ['"abc', 4],
  ["nul", 0],
  ["[1}", 2]
])("%j stops being JSON at %i", (text, at) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(findJsonFault(text)).toBe(at)
})

it("reads every JSON text to its end", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom("", "  ", "\n"), (json, blank) => {
      const text = blank + json + blank
      expect(findJsonFault(text)).toBe(text.length)
    })
  )
})

it("finds the fault of invalid JSON at the position of JSON.parse, or at the start of the word there", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom("", ",", "]", '"', "\\", "0", "\u0007"), (json, at, put) => {
      const cut = at % (json.length + 1)
      const text = json.slice(0, cut) + put + json.slice(cut + 1)
      try {
        JSON.parse(text)
      } catch (error) {
        const named = /at position (\d+)/.exec(String(error))?.[1]
        const behind = named === undefined ? 0 : Number(named) - findJsonFault(text)
        expect(behind >= 0 && behind <= longestWord).toBe(true)
      }
    }),
    runs(5_000)
  )
})

/** The longest incomplete token: `fals`, or an escape of six characters. */
const longestWord = 5

it("reads texts that are deep and long", () => {
  const deep = "[".repeat(500_000)
  expect(findJsonFault(deep)).toBe(deep.length)
  const long = `"${"x".repeat(8 * 2 ** 20)}`
  expect(findJsonFault(long)).toBe(long.length)
})
