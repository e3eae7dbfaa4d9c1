import { expect, it } from "vitest"
import { findExpressionFault } from "../../src/jmespath.ts"

it.each([
  ["items[0", 6, "at character 7"],
  ["", 0, "at character 1"],
  ["a || || b", 6, "at character 7"],
  ["a[?b > 1]", 7, "at character 8"],
  ["a[-1:", 4, "at character 5: it ends too early"],
  ["a | ", 3, "it ends too early"],
  ["a[?b > 1]", 7, 'Invalid token (Number): "1"; a number of the expression\'s own is written `1`'],
  ["a.b..c", 4, "at character 5: a name"],
  ["a.b[*].", 7, "at character 8"],
  ["a.[?b]", 2, "at character 3"],
  ["a[0](b)", 4, '"(" is not expected'],
  ["[()]", 1, "the parentheses are empty"],
  ["lenght(a)", 0, 'did you mean "length"?']
])("reports where %j is wrong", (expression, at, says) => {
  expect(findExpressionFault(expression)).toEqual({ at, fault: expect.stringContaining(says) })
})

it("finds no fault in an expression that can be used", () => {
  for (const text of [
    "sort_by(items[?price > `1`], &name)[].{name: name, cost: price}",
    'a."b.c".*.[length(@), "d"].{e: (a || b)}[][?(!c)] | [*].a[-1]',
    "map(&(a), @) && (a) == `1`"
  ])
    expect(findExpressionFault(text)).toBeUndefined()
})

it("explains why an expression is too long, or nested too deeply", () => {
  expect(findExpressionFault("a".repeat(1025))?.fault).toContain("longer than 1024 characters")
  expect(findExpressionFault("(".repeat(1024))).toBeDefined()
})
