import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { optimize } from "../src/index.ts"

const bowl = { expression: "(x - 3) ^ 2", variables: ["x"], start: [0] }
// A valley with countless small local minima.
const names = Array.from({ length: 20 }, (_, at) => `x${at}`)
const heavy = {
  expression: names.map((name) => `sin(1e9 * ${name}) + ${name} ^ 2`).join("+"),
  variables: names,
  start: names.map((_, at) => at + 1),
  max_iterations: 10_000_000,
  tolerance: 1e-15
}

testTool(optimize, {
  good: {
    name: "finds a minimum",
    args: bowl,
    value: { converged: true, value: expect.closeTo(0, 12), x: [expect.closeTo(3, 6)] }
  },
  edge: [
    {
      name: "stays within its bounds",
      args: { ...bowl, bounds: [{ high: 2 }] },
      value: { x: [2], value: 1, converged: true }
    },
    {
      name: "says that it has not come together",
      args: { ...bowl, max_iterations: 1 },
      value: { converged: false, iterations: 1 }
    },
    {
      name: "is done where everything is as good",
      args: { ...bowl, expression: "7" },
      value: { value: 7, converged: true }
    }
  ],
  bad: [
    { name: "an unknown variable", args: { ...bowl, expression: "y" }, says: 'unknown variable "y"' },
    { name: "a start of another length", args: { ...bowl, start: [1, 2] }, says: '2 in "start"' },
    {
      name: "empty bounds",
      args: { ...bowl, bounds: [{ low: 1, high: 0 }] },
      says: '"low" is above "high"'
    },
    { name: "no variables", args: { ...bowl, variables: [], start: [] }, says: "variables" },
    { name: "a tolerance of 0", args: { ...bowl, tolerance: 0 }, says: "tolerance" },
    {
      name: "an expression that falls without bound",
      args: { ...bowl, expression: "-exp(x)" },
      says: "without bound",
      class: "execution_error"
    },
    {
      name: "a start without a value",
      args: { ...bowl, expression: "log(-1 - x ^ 2)" },
      says: "another start",
      class: "execution_error"
    }
  ],
  cancel: { args: heavy },
  worst: { args: heavy, ends: "limit" }
})

// Beale (1958), Rosenbrock (1960), Powell (1962), and Fletcher and Powell (1963), with the starting points of Moré,
// Garbow and Hillstrom (1981).
it.each([
  [
    "Beale's function",
    "(1.5 - x + x * y) ^ 2 + (2.25 - x + x * y ^ 2) ^ 2 + (2.625 - x + x * y ^ 3) ^ 2",
    ["x", "y"],
    [1, 1],
    [3, 0.5],
    1e-6
  ],
  ["Rosenbrock", "(1 - x) ^ 2 + 100 * (y - x ^ 2) ^ 2", ["x", "y"], [-1.2, 1], [1, 1], 1e-6],
  [
    "Powell's singular function",
    "(a + 10 * b) ^ 2 + 5 * (c - d) ^ 2 + (b - 2 * c) ^ 4 + 10 * (a - d) ^ 4",
    ["a", "b", "c", "d"],
    [3, -1, 0, 1],
    [0, 0, 0, 0],
    1e-2
  ],
  [
    "Wood's function",
    "100 * (b - a ^ 2) ^ 2 + (1 - a) ^ 2 + 90 * (d - c ^ 2) ^ 2 + (1 - c) ^ 2 + 10 * (b + d - 2) ^ 2 + (b - d) ^ 2 / 10",
    ["a", "b", "c", "d"],
    [-3, -1, -3, -1],
    [1, 1, 1, 1],
    1e-5
  ]
])("finds the published minimum of %s", async (_, expression, variables, start, wanted, within) => {
  await useGate([optimize], {}, async ({ call }) => {
    const { output, error } = await call("optimize", { expression, variables, start })
    expect(error).toBeUndefined()
    const { x, converged } = output.value as { x: ReadonlyArray<number>; converged: boolean }
    expect(converged).toBe(true)
    for (const [at, each] of x.entries()) expect(Math.abs(each - (wanted[at] ?? 0))).toBeLessThan(within)
  })
})
