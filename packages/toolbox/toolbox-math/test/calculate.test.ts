import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { calculate } from "../src/index.ts"

testTool(calculate, {
  good: { name: "evaluates an expression", args: { expression: "-2 ^ 2 + sqrt(16)" }, value: { value: 0, text: "0" } },
  edge: [
    {
      name: "computes with five hundred digits",
      args: { expression: "pi", precision: 500 },
      check: ({ output }) => expect(String((output.value as { text: string }).text)).toHaveLength(501)
    },
    {
      name: "returns a number that only digits can hold",
      args: { expression: "2 ^ 2000", precision: 20 },
      value: { text: "1.1481306952742545242e+602" }
    },
    {
      name: "gives constants no way around the names of variables",
      args: { expression: "e", variables: [{ name: "e", value: 1 }] },
      value: { value: 1 }
    }
  ],
  bad: [
    { name: "no expression", args: {}, says: "expression" },
    {
      name: "half an expression, with the position",
      args: { expression: "2 * (3 +" },
      says: "at character 9: it ends where a number is missing"
    },
    { name: "an unknown function, with the nearest", args: { expression: "squrt(2)" }, says: 'did you mean "sqrt"' },
    { name: "an invalid name", args: { expression: "1", variables: [{ name: "2x", value: 1 }] }, says: "Name 1" },
    {
      name: "a name that comes twice",
      args: {
        expression: "x",
        variables: [
          { name: "x", value: 1 },
          { name: "x", value: 2 }
        ]
      },
      says: '"x" twice'
    },
    { name: "a division by zero", args: { expression: "1 / 0" }, says: "infinite", class: "execution_error" },
    {
      name: "the root of a negative number",
      args: { expression: "sqrt(-1)" },
      says: "no real value",
      class: "execution_error"
    },
    {
      name: "a sine that needs too many digits",
      args: { expression: "sin(1e900)", precision: 500 },
      says: "more intermediate digits",
      class: "execution_error"
    },
    {
      name: "more functions than can be evaluated to so many digits",
      args: { expression: `${"atan(exp(0.5)) ^ 1.5 + ".repeat(250)}1`, precision: 500 },
      says: 'lower "precision"',
      class: "execution_error"
    },
    { name: "a function that has no digits", args: { expression: "erf(1)", precision: 30 }, says: '"erf"' }
  ],
  cancel: { args: { expression: `${"atan(exp(0.5)) ^ 1.5 + ".repeat(10)}1`, precision: 500 } },
  worst: { args: { expression: `${"atan(exp(0.5)) ^ 1.5 + ".repeat(10)}1`, precision: 500 }, ends: ["limit", "result"] }
})

// The first digits are those of Abramowitz and Stegun's table 1.1.
it.each([
  ["pi", "3.1415926535897932384626433832795028841972"],
  ["e", "2.7182818284590452353602874713526624977572"],
  ["sqrt(2)", "1.4142135623730950488016887242096980785697"],
  ["log(2)", "0.6931471805599453094172321214581765680755"],
  ["gcd", undefined]
])("computes %s with the digits of published tables", async (expression, digits) => {
  await useGate([calculate], {}, async ({ call }) => {
    const { output, error } = await call("calculate", {
      expression,
      precision: digits?.startsWith("0") === true ? 40 : 41
    })
    if (digits === undefined) expect(error?.class).toBe("validation_error")
    else expect(output.value).toMatchObject({ text: digits })
  })
})
