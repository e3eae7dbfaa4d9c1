import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { expect, it } from "vitest"
import { canonicalJson } from "../src/canonicalJson.ts"
import { plain } from "./plain.ts"

it("canonicalJson is the same exactly where the data is the same", () => {
  const value = fc.object({
    key: fc.constantFrom("a", "b", "__proto__", "1", '","'),
    values: [fc.constantFrom<unknown>(0, -0, 1, "", "1", "a", null, true, "null", [], {}, "\ud800", "\ufffd")],
    maxDepth: 2,
    maxKeys: 3
  })
  let equal = 0
  fc.assert(
    fc.property(value, value, (a, b) => {
      const same = isDeepStrictEqual(plain(a), plain(b))
      if (same) equal++
      expect(canonicalJson(a) === canonicalJson(b)).toBe(same)
    }),
    { numRuns: 20_000 }
  )
  expect(equal).toBeGreaterThan(100)
})

it("canonicalJson does not care in which order members stand, and leaves out what JSON cannot carry", () => {
  const given = { b: [1, { d: 1, c: -0 }], a: undefined, f: () => 1, [Symbol("s")]: 1, "10": null, "9": "x" }
  expect(canonicalJson(given)).toBe('{"10":null,"9":"x","b":[1,{"c":-0,"d":1}]}')
})
