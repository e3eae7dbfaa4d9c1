import * as fc from "fast-check"
import { expect, it } from "vitest"
import { evaluateDecimal } from "../../src/calculate/evaluateDecimal.ts"
import { evaluate } from "../../src/evaluate.ts"
import { encodeExpression } from "../../src/expression/Expression.ts"
import { readExpression } from "../../src/expression/readExpression.ts"

const digits = (text: string, precision = 20) =>
  evaluateDecimal({ read: readExpression(text, []), values: [], precision })

it.each([
  ["10^50 + 1 - 10^50", "1"],
  ["2^200 + 1 - 2^200", "1"],
  ["1e100 % 3", "1"],
  ["log(1 + 1e-40)", "1e-40"],
  ["(1 + 1e-30) ^ 1e30", "2.7182818284590452354"],
  ["acos(1 - 1e-40)", "1.4142135623730950488e-20"],
  ["tan(pi / 2 - 1e-30)", "1e+30"],
  ["floor(2 - 1e-45)", "1"],
  ["round(0.5 - 1e-60)", "0"],
  ["e ^ (pi * sqrt(163)) - 262537412640768744", "-7.4992740280181431112e-13"],
  ["exp(-5000)", "3.3696941483089175145e-2172"],
  ["sinh(1)", "1.1752011936438014569"],
  ["cosh(-1.5) - sinh(1.5)", "0.22313016014842982893"],
  ["tanh(-2)", "-0.96402758007581688395"]
])("computes all requested digits of %s, whatever cancels in between", async (expression, text) => {
  expect(await digits(expression)).toMatchObject({ text })
})

// Each would take extremely long.
it.each([
  ["sinh(1e6)", "1.5166076984010437725e+434294"],
  ["cosh(-1e12)", "8.9288937579627967444e+434294481902"],
  ["1 - tanh(30)", "1.7513021525393040677e-26"],
  ["tanh(-1e30)", "-1"],
  ["10 ^ 10 ^ 10", "1e+10000000000"],
  ["1e9000 % 7", "1"]
])("computes %s at once, however large it is", async (expression, text) => {
  expect(await digits(expression)).toMatchObject({ text })
})

it.each([
  ["sinh(1e30)", "is infinite"],
  ["10 ^ 10 ^ 17", "is infinite"],
  ["1 / 0", "is infinite"],
  ["0 / 0", "no real value"],
  ["0 % 0", "no real value"],
  ["1e1000000000 % 7", "more intermediate digits"],
  [`${"atan(".repeat(99)}1e400${")".repeat(99)} + e ^ 0.5`, "more functions"]
])("refuses %s at once", async (expression, says) => {
  await expect(digits(expression, 500)).rejects.toThrow(says)
})

it.each([
  ["sin(pi)", "0"],
  ["sqrt(2) ^ 2 - 2", "0"],
  ["1 / 3 * 3 - 1", "0"],
  ["sqrt(sqrt(2) ^ 2 - 2)", "0"],
  ["floor(sqrt(2) ^ 2)", "2"],
  ["sign(sqrt(2) ^ 2 - 2)", "0"],
  ["asin(sqrt(2) ^ 2 / 2)", "1.5707963267948966192"]
])("rounds %s to the value that it cannot be distinguished from", async (expression, text) => {
  expect(await digits(expression)).toMatchObject({ text })
})

it.each(["10^1000 + 1 - 10^1000", "1 / sin(pi)", "tan(atan2(1, 0))"])(
  "refuses %s, because no digits of it are known",
  async (expression) => {
    await expect(digits(expression)).rejects.toThrow("more intermediate digits")
  }
)

/** Expressions that are exact in floating point. */
const expressions = fc.letrec<{ readonly whole: string }>((part) => ({
  whole: fc.oneof(
    { maxDepth: 5 },
    fc.double({ min: 0.001, max: 1000, noNaN: true }).map(String),
    fc.constantFrom("pi", "e", "tau"),
    fc.tuple(part("whole"), fc.constantFrom("+", "*", "/"), part("whole")).map((parts) => `(${parts.join(" ")})`),
    fc
      .tuple(fc.constantFrom("sqrt", "cbrt", "atan", "abs", "tanh"), part("whole"))
      .map(([name, inner]) => `${name}(${inner})`),
    fc
      .tuple(fc.constantFrom("hypot", "min", "max", "atan2"), part("whole"), part("whole"))
      .map(([name, a, b]) => `${name}(${a}, ${b})`)
  )
})).whole

it("agrees with floating point where that is exact", async () => {
  await fc.assert(
    fc.asyncProperty(expressions, async (text) => {
      const read = readExpression(text, [])
      const [[rounded = 0] = []] = await evaluate({ codes: [encodeExpression(read)], variables: [], points: 1 })
      fc.pre(Number.isFinite(rounded) && rounded > 1e-200)
      const { value = 0 } = await evaluateDecimal({ read, values: [], precision: 17 })
      expect(Math.abs(value / rounded - 1)).toBeLessThan(1e-13)
    }),
    { numRuns: 200, seed: 1 }
  )
})
