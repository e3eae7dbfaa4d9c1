import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { mcmc } from "../src/index.ts"

const normal = { log_density: "-((x - 5) / 2) ^ 2 / 2", variables: ["x"], start: [0], seed: 3 }
const heavy = { ...normal, log_density: Array(390).fill("-x ^ 2").join("+"), samples: 1_000_000 }

interface Sampled {
  readonly mean: ReadonlyArray<number>
  readonly std: ReadonlyArray<number>
  readonly quantiles: ReadonlyArray<Readonly<Record<string, number>>>
  readonly acceptance_rate: number
  readonly ess: ReadonlyArray<number>
}

testTool(mcmc, {
  good: {
    name: "samples a normal distribution",
    args: { ...normal, samples: 100_000 },
    check: ({ output }) => {
      const { mean, std, quantiles, acceptance_rate, ess } = output.value as unknown as Sampled
      // Five standard errors, with the reported number of independent samples.
      expect(Math.abs((mean[0] ?? 0) - 5)).toBeLessThan((5 * 2) / Math.sqrt(ess[0] ?? 1))
      expect(Math.abs((std[0] ?? 0) - 2)).toBeLessThan(0.1)
      expect(Math.abs((quantiles[0]?.p975 ?? 0) - (5 + 2 * 1.959964))).toBeLessThan(0.2)
      expect(acceptance_rate).toBeGreaterThan(0.3)
      expect(acceptance_rate).toBeLessThan(0.6)
    }
  },
  edge: [
    {
      name: "takes the step that it is given, without a burn-in",
      args: { ...normal, step: 2, burn_in: 0 },
      value: { seed: 3 }
    },
    {
      name: "keeps to where the density has a value",
      args: { log_density: "log(x) - x", variables: ["x"], start: [1], seed: 4, samples: 50_000 },
      // A gamma distribution with shape 2 has the mean 2 and the standard deviation sqrt(2).
      check: ({ output }) => {
        const { mean, std, ess } = output.value as unknown as Sampled
        expect(Math.abs((mean[0] ?? 0) - 2)).toBeLessThan((5 * Math.SQRT2) / Math.sqrt(ess[0] ?? 1))
        expect(Math.abs((std[0] ?? 0) - Math.SQRT2)).toBeLessThan(0.1)
      }
    }
  ],
  bad: [
    {
      name: "a step that leads nowhere",
      args: { ...normal, step: 1e300 },
      says: "No step was accepted",
      class: "execution_error"
    },
    {
      name: "a start where the density is 0",
      args: { ...normal, log_density: "log(x)", start: [-1] },
      says: '"start"',
      class: "execution_error"
    },
    {
      name: "an unknown variable",
      args: { ...normal, log_density: "-y ^ 2" },
      says: '"log_density" cannot be read at character 2'
    },
    { name: "a start of another length", args: { ...normal, start: [] }, says: "start" },
    { name: "too few samples", args: { ...normal, samples: 1 }, says: "samples" },
    { name: "a step of 0", args: { ...normal, step: 0 }, says: "step" },
    { name: "a burn-in that finds no step", args: { ...normal, burn_in: 10 }, says: 'longer "burn_in"' }
  ],
  cancel: { args: heavy },
  worst: { args: heavy, ends: "limit" }
})

it("warns that samples of an improper distribution are meaningless", async () => {
  await useGate([mcmc], {}, async ({ call }) => {
    const { output } = await call("mcmc", { log_density: "0", variables: ["x"], start: [0], seed: 1 })
    expect(JSON.stringify(output.content)).toContain("do not rely on these numbers")
    const good = await call("mcmc", { log_density: "-x ^ 2 / 2", variables: ["x"], start: [0], seed: 1 })
    expect(JSON.stringify(good.output.content)).not.toContain("do not rely")
  })
})

it("returns the same for the same seed, and adapts to the width of each variable", async () => {
  await useGate([mcmc], {}, async ({ call }) => {
    // Two normal distributions with correlation 0.8, one a hundred times as wide.
    const args = {
      log_density: "-(x ^ 2 - 1.6 * x * y / 100 + (y / 100) ^ 2) / (2 * 0.36)",
      variables: ["x", "y"],
      start: [0, 0],
      samples: 200_000,
      seed: 9
    }
    const one = (await call("mcmc", args)).output.value
    expect((await call("mcmc", args)).output.value).toEqual(one)
    const { mean, std, ess } = one as unknown as Sampled
    for (const [at, width] of [1, 100].entries()) {
      expect(Math.abs(mean[at] ?? 0)).toBeLessThan((5 * width) / Math.sqrt(ess[at] ?? 1))
      expect(Math.abs((std[at] ?? 0) / width - 1)).toBeLessThan(0.05)
      expect(ess[at]).toBeGreaterThan(5000)
    }
  })
})
