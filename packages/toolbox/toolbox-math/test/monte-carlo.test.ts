import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { monteCarlo, monteCarloNative } from "../src/index.ts"

const normal = { name: "x", distribution: "normal", a: 10, b: 2 }
const heavy = Array(600).fill("sin(x)").join("+")

for (const tool of [monteCarlo, monteCarloNative])
  testTool(tool, {
    good: {
      name: "simulates an expression, and says with which seed",
      args: { expression: "2 * x", variables: [normal], seed: 7 },
      value: { samples: 10_000, seed: 7 },
      check: ({ output }) => {
        const { mean, std, p50 } = output.value as Record<string, number>
        expect(Math.abs((mean ?? 0) - 20)).toBeLessThan(0.2)
        expect(Math.abs((std ?? 0) - 4)).toBeLessThan(0.2)
        expect(Math.abs((p50 ?? 0) - 20)).toBeLessThan(0.3)
      }
    },
    edge: [
      {
        name: "has one bin for values that are all the same",
        args: { expression: "1 + 0 * x", variables: [normal], samples: 2 },
        value: { mean: 1, std: 0, histogram: [{ from: 1, to: 1, count: 2 }] }
      },
      {
        name: "leaves out samples without a value, and says how many",
        args: { expression: "log(x)", variables: [{ name: "x", distribution: "uniform", a: -1, b: 1 }], seed: 3 },
        check: ({ output }) => {
          const { undefined_samples } = output.value as { undefined_samples: number }
          expect(Math.abs(undefined_samples - 5000)).toBeLessThan(300)
        }
      }
    ],
    bad: [
      {
        name: "a distribution of infinite breadth",
        args: { expression: "x", variables: [{ name: "x", distribution: "uniform", a: -1.7e308, b: 1.7e308 }] },
        says: "distance is infinite"
      },
      {
        name: "an unknown variable, by its name",
        args: { expression: "x + y", variables: [normal] },
        says: 'unknown variable "y"'
      },
      {
        name: "an unknown distribution",
        args: { expression: "x", variables: [{ ...normal, distribution: "cauchy" }] },
        says: "distribution"
      },
      { name: "no variables", args: { expression: "1", variables: [] }, says: "variables" },
      {
        name: "a negative deviation",
        args: { expression: "x", variables: [{ ...normal, b: -1 }] },
        says: '"b" must be 0 or more'
      },
      {
        name: "an empty range",
        args: { expression: "x", variables: [{ name: "x", distribution: "uniform", a: 1, b: 1 }] },
        says: '"a" must be less than "b"'
      },
      {
        name: "a triangle without a peak",
        args: { expression: "x", variables: [{ name: "x", distribution: "triangular", a: 0, b: 1 }] },
        says: 'peak "c"'
      },
      {
        name: "a rate of 0",
        args: { expression: "x", variables: [{ name: "x", distribution: "exponential", a: 0 }] },
        says: "above 0"
      },
      { name: "too many samples", args: { expression: "x", variables: [normal], samples: 1e9 }, says: "samples" },
      {
        name: "an expression without any value",
        args: { expression: "sqrt(-1 - x ^ 2)", variables: [normal] },
        says: "no finite value",
        class: "execution_error"
      }
    ],
    cancel: { args: { expression: heavy, variables: [normal], samples: 1_000_000 } },
    worst: {
      args: { expression: heavy, variables: [normal], samples: tool === monteCarlo ? 1_000_000 : 100_000_000 },
      ends: "limit"
    }
  })

it("returns the same for the same seed in both tools, and another result for another seed", async () => {
  await useGate([monteCarlo, monteCarloNative], {}, async ({ call }) => {
    const args = (seed: number) => ({ expression: "x ^ 2", variables: [normal], seed })
    const one = (await call("monte_carlo", args(1))).output.value
    expect((await call("monte_carlo", args(1))).output.value).toEqual(one)
    expect((await call("monte_carlo_native", args(1))).output.value).toEqual(one)
    expect((await call("monte_carlo", args(2))).output.value).not.toEqual(one)
  })
})

// Means and deviations from Johnson, Kotz and Balakrishnan, "Continuous Univariate Distributions".
it.each([
  [{ distribution: "uniform", a: 2, b: 6 }, 4, Math.sqrt(16 / 12)],
  [{ distribution: "normal", a: 3, b: 0.5 }, 3, 0.5],
  [{ distribution: "exponential", a: 4 }, 0.25, 0.25],
  [{ distribution: "triangular", a: 0, b: 4, c: 1 }, 5 / 3, Math.sqrt(13 / 18)],
  [{ distribution: "lognormal", a: 0, b: 0.25 }, Math.exp(0.03125), Math.exp(0.03125) * Math.sqrt(Math.expm1(0.0625))]
])("draws %o with the correct mean and deviation", async (distribution, mean, std) => {
  await useGate([monteCarloNative], {}, async ({ call }) => {
    const samples = 5_000_000
    const { output } = await call("monte_carlo_native", {
      expression: "x",
      variables: [{ name: "x", ...distribution }],
      samples,
      seed: 11
    })
    const found = output.value as Record<string, number>
    // Five standard errors.
    expect(Math.abs((found.mean ?? 0) - mean)).toBeLessThan((5 * std) / Math.sqrt(samples))
    expect(Math.abs((found.std ?? 0) / std - 1)).toBeLessThan(0.01)
  })
})

it("computes percentiles of more samples than it stores to a thousandth", async () => {
  await useGate([monteCarloNative], {}, async ({ call }) => {
    const variables = [{ name: "x", distribution: "exponential", a: 1 }]
    const { output } = await call("monte_carlo_native", { expression: "x", variables, samples: 10_000_000, seed: 5 })
    const { p05, p50, p95, histogram } = output.value as {
      p05: number
      p50: number
      p95: number
      histogram: ReadonlyArray<{ count: number }>
    }
    for (const [found, p] of [
      [p05, 0.05],
      [p50, 0.5],
      [p95, 0.95]
    ] as const)
      expect(Math.abs(found / -Math.log1p(-p) - 1)).toBeLessThan(0.003)
    expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(10_000_000)
  })
})
