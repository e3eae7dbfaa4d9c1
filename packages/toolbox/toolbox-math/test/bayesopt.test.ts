import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { bayesopt } from "../src/index.ts"

const bounds = [{ name: "x", low: -2, high: 2 }]
const seen = (...xs: ReadonlyArray<number>) => xs.map((x) => ({ x: [x], y: (x - 1) ** 2 }))
const wide = Array.from({ length: 20 }, (_, at) => ({ name: `x${at}`, low: 0, high: 1 }))
const many = Array.from({ length: 1000 }, (_, at) => ({
  x: wide.map((_, i) => Math.abs(Math.sin(at * 20 + i + 1))),
  y: Math.cos(at)
}))

interface Suggested {
  readonly suggestion: ReadonlyArray<number>
  readonly expected?: { readonly mean: number; readonly std: number }
}

testTool(bayesopt, {
  good: {
    name: "suggests a point within the bounds, and names the best so far",
    args: { bounds, observations: seen(-2, 0, 2), seed: 1 },
    value: { best: { y: 1 } },
    check: ({ output }) => {
      const { suggestion } = output.value as unknown as Suggested
      expect(suggestion[0]).toBeGreaterThan(0)
      expect(suggestion[0]).toBeLessThan(2)
    }
  },
  edge: [
    {
      name: "begins without observations",
      args: { bounds, observations: [], seed: 1 },
      check: ({ output }) => expect(Object.keys(output.value as object)).toEqual(["suggestion", "seed"])
    },
    {
      name: "fills the space while all values are the same",
      args: {
        bounds,
        observations: [
          { x: [0], y: 1 },
          { x: [1], y: 1 }
        ]
      },
      check: ({ output }) => expect(output.value).not.toHaveProperty("expected")
    },
    {
      name: "takes what was tried twice",
      args: { bounds, observations: [...seen(0, 0, 1), { x: [0], y: 1.1 }], acquisition: "ucb" },
      value: { best: { y: 0 } }
    }
  ],
  bad: [
    {
      name: "bounds with an infinite distance",
      args: { bounds: [{ name: "x", low: -1.7e308, high: 1.7e308 }], observations: [] },
      says: "distance is infinite"
    },
    {
      name: "empty bounds",
      args: { bounds: [{ name: "x", low: 1, high: 1 }], observations: [] },
      says: '"x" are empty'
    },
    {
      name: "an observation of another length",
      args: { bounds, observations: [{ x: [1, 2], y: 0 }] },
      says: "observation 1"
    },
    { name: "an observation outside", args: { bounds, observations: [{ x: [3], y: 0 }] }, says: 'bounds of "x"' },
    { name: "an unknown acquisition", args: { bounds, observations: [], acquisition: "pi" }, says: "acquisition" },
    { name: "no bounds", args: { bounds: [], observations: [] }, says: "bounds" }
  ],
  cancel: { args: { bounds: wide, observations: many } },
  worst: { args: { bounds: wide, observations: many }, ends: "limit" }
})

// Branin's function, as in Dixon and Szegő (1978), has its minimum 0.397887 at three points.
it.each(["ei", "ucb"])("finds the minimum of Branin's function in 40 trials by %s", async (acquisition) => {
  await useGate([bayesopt], {}, async ({ call }) => {
    const branin = (x: number, y: number) =>
      (y - (5.1 / (4 * Math.PI ** 2)) * x ** 2 + (5 / Math.PI) * x - 6) ** 2 +
      10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) +
      10
    const observations: Array<{ x: ReadonlyArray<number>; y: number }> = []
    for (let trial = 0; trial < 40; trial += 1) {
      const args = {
        bounds: [
          { name: "x", low: -5, high: 10 },
          { name: "y", low: 0, high: 15 }
        ],
        observations,
        acquisition,
        seed: 1
      }
      const { suggestion } = (await call("bayesopt", args as never)).output.value as unknown as Suggested
      observations.push({ x: suggestion, y: branin(suggestion[0] ?? 0, suggestion[1] ?? 0) })
    }
    expect(Math.min(...observations.map(({ y }) => y))).toBeLessThan(0.45)
  })
})

it("suggests the same point for the same seed, and maximizes as well as it minimizes", async () => {
  await useGate([bayesopt], {}, async ({ call }) => {
    const observations = seen(-2, 0, 2)
    const one = (await call("bayesopt", { bounds, observations, seed: 5 })).output.value as unknown as Suggested
    expect((await call("bayesopt", { bounds, observations, seed: 5 })).output.value).toEqual(one)
    const turned = observations.map(({ x, y }) => ({ x, y: -y }))
    const other = (await call("bayesopt", { bounds, observations: turned, minimize: false, seed: 5 })).output
      .value as unknown as Suggested
    expect(other.suggestion).toEqual(one.suggestion)
    expect(other.expected?.mean).toBeCloseTo(-(one.expected?.mean ?? 0), 12)
  })
})
