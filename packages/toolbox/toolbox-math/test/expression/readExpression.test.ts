import { ToolValidationError } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { encodeExpression } from "../../src/expression/Expression.ts"
import { constants, functions, operations } from "../../src/expression/operations.ts"
import { readExpression } from "../../src/expression/readExpression.ts"
import { Native } from "../../src/native/Native.ts"

const evaluated = async (text: string, variables: Readonly<Record<string, number>> = {}) => {
  const native = await Native.make()
  const code = encodeExpression(readExpression(text, Object.keys(variables)))
  const at = native.given(Object.values(variables))
  const value = native.room(1)
  native.run("evaluate", native.given(code), code.length / 2, at, 1, value)
  return native.taken(value, 1)[0]
}

const faultOf = (text: string, variables: ReadonlyArray<string> = []) => {
  try {
    readExpression(text, variables)
  } catch (error) {
    if (error instanceof ToolValidationError) return error.message
    throw error
  }
  return undefined
}

describe("an expression", () => {
  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["8 - 3 - 2", 3],
    ["8 / 4 / 2", 1],
    ["2 ^ 3 ^ 2", 512],
    ["-2 ^ 2", -4],
    ["(-2) ^ 2", 4],
    ["2 ^ -1", 0.5],
    ["2 * -3", -6],
    ["--3", 3],
    ["7 % 3", 1],
    ["-7 % 3", 2],
    ["7 % -3", -2],
    [".5e1 + 5. + 1E-1", 10.1],
    ["max(1, 7, 3)", 7],
    ["min(4, 2)", 2],
    ["hypot(2, 3, 6)", 7],
    ["atan2(1, 1) * 4 - pi", 0],
    ["tau / 2 - pi", 0],
    ["log(e)", 1],
    ["round(2.5) + round(-2.5)", 0],
    ["gamma(5)", 24],
    ["exp(lgamma(5))", 24.000000000000004],
    ["erf(1)", 0.8427007929497149],
    ["sign(-3) * cbrt(27) + abs(-1)", -2]
  ])("%s is %d", async (text, value) => {
    expect(await evaluated(text)).toBeCloseTo(value, 12)
  })

  it("resolves variables first, which may shadow constants", async () => {
    expect(await evaluated("x ^ 2 + y_1 * e", { x: 3, y_1: 2, e: 10 })).toBe(29)
  })

  it.each([
    ["", "it is empty"],
    ["1 +", "at character 4: it ends where a number is missing"],
    ["(1 + 2", "at character 1: a parenthesis is not closed"],
    ["1 + 2)", 'at character 6: ")" is not expected there'],
    ["2x", 'at character 2: "x" is not expected there; write "*" to multiply'],
    ["2 (3)", 'at character 3: "(" is not expected there; write "*" to multiply'],
    ["sine(1)", 'at character 1: unknown function "sine"; did you mean "sin"?'],
    ["1 + vlaue", 'at character 5: unknown variable "vlaue"; did you mean "value"?', ["value"]],
    ["sin", 'the function "sin" needs its arguments in parentheses'],
    ["sin(1, 2)", 'at character 1: the function "sin" takes 1 argument, not 2'],
    ["min(1)", 'at character 1: the function "min" takes 2 or more arguments, not 1'],
    ["pi(2)", '"pi" is not a function; write "*" to multiply'],
    ["1 = 1", 'at character 3: "=" means nothing there; an expression cannot compare values'],
    ["10**2", 'at character 4: "*" is not expected there; write "^" for a power'],
    ["2 − 1", 'at character 3: "−" means nothing there; write "-"'],
    ["5!", 'at character 2: "!" means nothing there; write "gamma(n + 1)"'],
    ["x", 'unknown variable "x"; there are pi, e and tau', ["pi"]],
    ["process.exit()", 'at character 8: "." means nothing there'],
    ["constructor", 'unknown variable "constructor"'],
    [`${"(".repeat(101)}1${")".repeat(101)}`, "it is nested deeper than 100 levels"],
    ["-".repeat(200), "it is nested deeper than 100 levels"],
    [`1${"+1".repeat(1001)}`, "it has more than 2000 numbers and operations"],
    ["1".repeat(10_001), "it is longer than 10000 characters"]
  ])("%s is refused with the reason and the position", (text, says, variables: ReadonlyArray<string> = []) => {
    expect(faultOf(text, variables)).toContain(says)
  })
})

describe("the native module", () => {
  // The equivalent functions of JavaScript.
  const own: Readonly<Record<string, (...numbers: ReadonlyArray<number>) => number>> = Math as never

  it.each([...functions].filter(([name]) => name in Math && name !== "round"))(
    "computes %s as JavaScript does, to the last digits",
    async (name, count) => {
      for (const x of [-2.5, -1, -0.3, 0, 0.7, 1, 3.25]) {
        const args = [x, 1.5].slice(0, count)
        const names = ["a", "b"].slice(0, count)
        const value = await evaluated(
          `${name}(${names})`,
          Object.fromEntries(names.map((each, at) => [each, args[at] ?? 0]))
        )
        const wanted = own[name]?.(...args) ?? 0
        if (Number.isFinite(wanted))
          expect(Math.abs((value ?? 0) - wanted)).toBeLessThanOrEqual(4e-16 * Math.max(1, Math.abs(wanted)))
        else expect(value).toBe(wanted)
      }
    }
  )

  it("has a number for every operation", async () => {
    const native = await Native.make()
    const value = native.room(1)
    for (const [at, [, count]] of operations.entries()) {
      const code = [...Array(count).fill([0, 1]).flat(), 2 + at, 0]
      native.run("evaluate", native.given(code), code.length / 2, 0, 1, value)
    }
    const after = [0, 1, 2 + operations.length, 0]
    expect(() => native.run("evaluate", native.given(after), 2, 0, 1, value)).toThrow()
    expect([...constants.keys()]).toEqual(["pi", "e", "tau"])
  })
})
