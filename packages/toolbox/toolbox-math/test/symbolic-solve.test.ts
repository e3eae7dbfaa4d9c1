import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { symbolicSolve } from "../src/index.ts"

const one = (...texts: ReadonlyArray<string>) => texts.map((x) => ({ x }))
const solve = (equation: string) => ({ equations: [equation], variables: ["x"] })
const none = (name: string, equation: string) => ({
  name,
  args: solve(equation),
  value: { solutions: [], exact: false },
  text: "No closed form was found"
})
const nested = "(x + 1) ^ 100 * (x - 1) ^ 100 * (x + 2) ^ 100 = 1"

testTool(symbolicSolve, {
  good: {
    name: "solves an equation exactly",
    args: solve("x ^ 2 = 2"),
    value: { solutions: one("sqrt(2)", "-sqrt(2)"), exact: true }
  },
  edge: [
    {
      name: "keeps other letters",
      args: solve("a * x = b"),
      value: { exact: true },
      check: ({ output }) => expect(JSON.stringify(output.value)).toMatch(/a\^\(-1\)\*b|b\*a\^\(-1\)/)
    },
    { name: "finds complex solutions", args: solve("x ^ 2 + 1"), value: { solutions: one("i", "-i"), exact: true } },
    {
      name: "says that fractions are near, and not exact",
      args: solve("x ^ 5 - x + 1"),
      value: { exact: false },
      check: ({ output }) =>
        expect((output.value as { solutions: ReadonlyArray<unknown> }).solutions.length).toBeGreaterThan(0)
    },
    {
      name: "solves a system",
      args: { equations: ["x + y = 3", "x - y = 1"], variables: ["x", "y"] },
      value: {
        solutions: [{ x: "2", y: "1" }],
        exact: true
      }
    },
    none("says so of an equation that nothing solves", "exp(x) = 0"),
    none("names no solution of an equation that everything solves", "x = x"),
    none("names no solution of an identity that is not easy to see", "sin(x) ^ 2 + cos(x) ^ 2 = 1"),
    {
      name: "passes over solutions that do not hold when they are put in",
      args: { equations: ["x ^ 2 + y ^ 2 = 5", "x - y = 1"], variables: ["x", "y"] },
      check: ({ output }) => {
        for (const { x, y } of (output.value as { solutions: ReadonlyArray<Record<"x" | "y", string>> }).solutions)
          expect(Number(x) ** 2 + Number(y) ** 2).toBeCloseTo(5, 9)
      }
    }
  ],
  bad: [
    { name: "a power that takes for ever", args: solve("x ^ 1000000 = 1"), says: "power above 100" },
    { name: "a number of a power that takes for ever", args: solve("x = 2 ^ 10000"), says: "power above 100" },
    { name: "a number that would be 0", args: solve("x ^ 2 = 1e-400"), says: "too small" },
    {
      name: "a variable that is in no equation",
      args: { equations: ["y = 1"], variables: ["x"] },
      says: '"x" is in no equation'
    },
    {
      name: "more variables than equations",
      args: { equations: ["x + y = 1"], variables: ["x", "y"] },
      says: "1 equations and 2 variables"
    },
    {
      name: "a fault on the right side, by its position in the whole",
      args: solve("x ^ 2 = (4"),
      says: "at character 9"
    },
    { name: "two equals signs", args: solve("x = 1 = 2"), says: 'more than one "="' },
    {
      name: "a function of the library's own",
      args: solve("integrate(x, x) = 2"),
      says: 'unknown function "integrate"'
    },
    { name: "a function that cannot be solved for", args: solve("floor(x) = 2"), says: '"floor"' },
    { name: "the imaginary unit as a letter", args: solve("i * x = 2"), says: '"i"' },
    { name: "half an equation", args: solve("x ="), says: "it is empty" }
  ],
  cancel: { args: solve(nested) },
  worst: { args: solve(nested), ends: "limit" }
})
