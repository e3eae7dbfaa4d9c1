import { expect, describe as group, it } from "vitest"
import { describe } from "../../src/math/statistics/describe.ts"
import { statistics } from "../../src/math.ts"
import { toolSuite } from "../toolSuite.ts"

toolSuite(statistics, {
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

/** The digits in which a value agrees with a certified one, as NIST counts them. */
const digits = (value: number, certified: number) =>
  value === certified ? 15 : -Math.log10(Math.abs(value - certified) / Math.abs(certified))

const repeated = (first: number, pairs: ReadonlyArray<number>, times: number) => [
  first,
  ...Array.from({ length: times }, () => pairs).flat()
]

// NIST Statistical Reference Datasets, univariate summary statistics: https://www.itl.nist.gov/div898/strd/univ/homepage.html
group("the reference sets of NIST", () => {
  it.each([
    // Mavro: filter transmittance, 50 observations.
    {
      name: "Mavro",
      data: [
        2.0018, 2.0017, 2.0018, 2.0019, 2.0018, 2.0017, 2.0015, 2.0014, 2.0015, 2.0015, 2.0017, 2.0018, 2.0018, 2.0019,
        2.0019, 2.0021, 2.002, 2.0016, 2.0014, 2.0013, 2.0013, 2.0015, 2.0015, 2.0016, 2.0015, 2.0014, 2.0013, 2.0014,
        2.0015, 2.0014, 2.0015, 2.0016, 2.0015, 2.0016, 2.0019, 2.002, 2.002, 2.0021, 2.0022, 2.0023, 2.0024, 2.0025,
        2.0027, 2.0026, 2.0026, 2.0026, 2.0027, 2.0026, 2.0025, 2.0024
      ],
      mean: 2.001856,
      std: 0.000429123454003053,
      least: 12
    },
    // Michelso: Michelson's speed of light, 100 observations of 1879.
    {
      name: "Michelso",
      data: [
        299.85, 299.74, 299.9, 300.07, 299.93, 299.85, 299.95, 299.98, 299.98, 299.88, 300.0, 299.98, 299.93, 299.65,
        299.76, 299.81, 300.0, 300.0, 299.96, 299.96, 299.96, 299.94, 299.96, 299.94, 299.88, 299.8, 299.85, 299.88,
        299.9, 299.84, 299.83, 299.79, 299.81, 299.88, 299.88, 299.83, 299.8, 299.79, 299.76, 299.8, 299.88, 299.88,
        299.88, 299.86, 299.72, 299.72, 299.62, 299.86, 299.97, 299.95, 299.88, 299.91, 299.85, 299.87, 299.84, 299.84,
        299.85, 299.84, 299.84, 299.84, 299.89, 299.81, 299.81, 299.82, 299.8, 299.77, 299.76, 299.74, 299.75, 299.76,
        299.91, 299.92, 299.89, 299.86, 299.88, 299.72, 299.84, 299.85, 299.85, 299.78, 299.89, 299.84, 299.78, 299.81,
        299.76, 299.81, 299.79, 299.81, 299.82, 299.85, 299.87, 299.87, 299.81, 299.74, 299.81, 299.94, 299.95, 299.8,
        299.81, 299.87
      ],
      mean: 299.8524,
      std: 0.0790105478190518,
      least: 13
    },
    { name: "NumAcc1", data: [10_000_001, 10_000_003, 10_000_002], mean: 10_000_002, std: 1, least: 15 },
    { name: "NumAcc2", data: repeated(1.2, [1.1, 1.3], 500), mean: 1.2, std: 0.1, least: 14 },
    {
      name: "NumAcc3",
      data: repeated(1_000_000.2, [1_000_000.1, 1_000_000.3], 500),
      mean: 1_000_000.2,
      std: 0.1,
      least: 9
    },
    {
      name: "NumAcc4",
      data: repeated(10_000_000.2, [10_000_000.1, 10_000_000.3], 500),
      mean: 10_000_000.2,
      std: 0.1,
      least: 8
    }
  ])("$name agrees in all digits that its numbers have", ({ data, mean, std, least }) => {
    const found = describe({ data })
    expect(digits(found.mean, mean)).toBeGreaterThanOrEqual(15)
    expect(digits(found.std ?? 0, std)).toBeGreaterThanOrEqual(least)
  })
})

it("loses nothing of a sum to numbers that are far larger", () => {
  expect(describe({ data: [1e16, 1, -1e16, 1] }).sum).toBe(2)
})
