import { expect, it } from "vitest"
import { search } from "../../src/jmespath/search.ts"

it("returns the result of an expression", () => {
  expect(search("a[?b > `1`].b", { a: [{ b: 1 }, { b: 2 }] })).toEqual([2])
})

it("sees no member of a prototype, and any member of an object", () => {
  expect(search("[constructor, __proto__, toString]", { a: 1 })).toEqual([null, null, null])
  expect(search('"__proto__"', JSON.parse('{ "__proto__": 1 }'))).toBe(1)
})
