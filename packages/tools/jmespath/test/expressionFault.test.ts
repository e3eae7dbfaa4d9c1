import { expect, it } from "vitest"
import { expressionFault } from "../src/index.ts"

it.each([
  ["items[0", 6, "at character 7"],
  ["", 0, "at character 1"],
  ["a || || b", 6, "at character 7"],
  ["a[?b > 1]", 7, "at character 8"],
  ["lenght(a)", 0, 'did you mean "length"?']
])("says where %j is wrong", (expression, at, says) => {
  expect(expressionFault(expression)).toEqual({ at, fault: expect.stringContaining(says) })
})

it("finds no fault in an expression that can be used", () => {
  expect(expressionFault("sort_by(items[?price > `1`], &name)[].{name: name, cost: price}")).toBeUndefined()
})

it("refuses an expression that is too long, or nested too deeply, in words", () => {
  expect(expressionFault("a".repeat(1025))?.fault).toContain("longer than 1024 characters")
  expect(expressionFault("(".repeat(1024))).toBeDefined()
})
