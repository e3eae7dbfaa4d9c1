import { testTool } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { statistics } from "../src/index.ts"
import { describe } from "../src/statistics/describe.ts"

testTool(statistics, {
  good: {
    name: "describes numbers",
    args: { data: [2, 4, 4, 4, 5, 5, 7, 9] },
    value: { count: 8, mean: 5, median: 4.5, min: 2, max: 9 }
  },
  edge: [
    {
      name: "describes one number, which has no spread",
      args: { data: [3] },
      check: ({ output }) =>
        expect(output.value).toEqual({ count: 1, sum: 3, mean: 3, min: 3, max: 3, median: 3, q1: 3, q3: 3 })
    },
    {
      name: "gives the least and the greatest as percentiles",
      args: { data: [1, 2, 3], percentiles: [0, 100] },
      value: {
        percentiles: [
          { p: 0, value: 1 },
          { p: 100, value: 3 }
        ]
      }
    }
  ],
  bad: [
    { name: "no numbers", args: { data: [] }, says: "data" },
    { name: "a text among numbers", args: { data: [1, "2"] }, says: "data" },
    { name: "a null among numbers", args: { data: [1, null] }, says: "data" },
    { name: "a percentile above 100", args: { data: [1], percentiles: [101] }, says: "percentiles" },
    { name: "an argument that there is not", args: { data: [1], population: true }, says: "population" },
    {
      name: "numbers with an infinite sum",
      args: { data: [1.7e308, 1.7e308] },
      says: "scale",
      class: "execution_error"
    }
  ],
  cancel: { args: { data: Array.from({ length: 900_000 }, (_, at) => Math.sin(at)) } },
  worst: { args: { data: Array.from({ length: 900_000 }, (_, at) => Math.sin(at)) }, ends: ["result", "limit"] }
})

it("stays accurate when a sum contains far larger numbers", () => {
  expect(describe({ data: [1e16, 1, -1e16, 1] })).toMatchObject({ sum: 2, mean: 0.5 })
  expect(describe({ data: [1e16, 1, -1e16] }).mean).toBe(1 / 3)
})

it("computes the spread of numbers whose squares underflow", () => {
  expect(describe({ data: [1e-200, 2e-200, 3e-200] }).std).toBeCloseTo(1e-200, 213)
  expect(describe({ data: [0, 5e-324] })).toMatchObject({ std: 5e-324, variance: 0 })
})

it("returns a number as the percentile that falls on it", () => {
  const data = Array.from({ length: 101 }, (_, at) => at)
  expect(describe({ data, percentiles: data })).toMatchObject({ percentiles: data.map((p) => ({ p, value: p })) })
})
