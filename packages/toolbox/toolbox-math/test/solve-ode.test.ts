import { testTool, useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { solveOde } from "../src/index.ts"

interface Solved {
  readonly t: ReadonlyArray<number>
  readonly y: ReadonlyArray<ReadonlyArray<number>>
  readonly steps: number
}

const decay = { equations: ["-y"], variables: ["y"], initial: [1], t0: 0, t1: 1 }
const heavy = {
  ...decay,
  equations: [Array(600).fill("sin(t)").join("+")],
  t1: 1e9,
  rtol: 1e-13,
  max_steps: 10_000_000
}

testTool(solveOde, {
  good: {
    name: "solves an equation",
    args: { ...decay, points: 2, rtol: 1e-10 },
    check: ({ output }) => expect(((output.value as unknown as Solved).y[1] ?? [])[0]).toBeCloseTo(Math.exp(-1), 9)
  },
  edge: [
    {
      name: "goes back in time",
      args: { ...decay, t0: 1, t1: 0, points: 2 },
      check: ({ output }) => expect(((output.value as unknown as Solved).y[1] ?? [])[0]).toBeCloseTo(Math.E, 5)
    },
    { name: "stands still", args: { ...decay, equations: ["0"], points: 3 }, value: { y: [[1], [1], [1]] } },
    {
      name: "cuts a solution that is too long",
      args: { ...decay, points: 10_000 },
      value: { cut: true },
      text: 'Ask for fewer "points"'
    }
  ],
  bad: [
    { name: "an infinite time", args: { ...decay, t0: -1.7e308, t1: 1.7e308 }, says: "distance is infinite" },
    {
      name: "a time in which no number lies",
      args: { ...decay, t0: 1e16, t1: 1e16 + 2 },
      says: "the whole interval is too short",
      class: "execution_error"
    },
    { name: "fewer equations than variables", args: { ...decay, variables: ["y", "z"] }, says: '"variables"' },
    { name: "an initial value too few", args: { ...decay, initial: [] }, says: "initial" },
    {
      name: "a variable with the name of the time",
      args: { ...decay, variables: ["t"], equations: ["-t"] },
      says: '"t"'
    },
    {
      name: "an unknown name, with its equation",
      args: { ...decay, equations: ["-z"] },
      says: 'number 1, cannot be read at character 2: unknown variable "z"'
    },
    { name: "no time", args: { ...decay, t1: 0 }, says: '"t0" and "t1"' },
    {
      name: "a step too few, with the time",
      args: { ...decay, t1: 100, max_steps: 5 },
      says: /limit of steps was reached at t = \d/,
      class: "execution_error"
    },
    {
      name: "a solution that grows without bound, with the time",
      args: { ...decay, equations: ["y ^ 2"], t1: 2 },
      says: /at t = (1|0\.99)/,
      class: "execution_error"
    },
    {
      name: "an equation without a value",
      args: { ...decay, equations: ["log(-1 - y ^ 2)"] },
      says: "not finite",
      class: "execution_error"
    }
  ],
  cancel: { args: heavy },
  worst: { args: heavy, ends: "limit" }
})

const solved = async (args: Parameters<typeof Object.keys>[0] & object): Promise<Solved> => {
  let found: Solved | undefined
  await useGate([solveOde], {}, async ({ call }) => {
    found = (await call("solve_ode", args as never)).output.value as unknown as Solved
  })
  if (found === undefined) throw new Error("There is no solution.")
  return found
}

it("keeps the oscillator on its circle for ten periods", async () => {
  const { t, y } = await solved({
    equations: ["v", "-x"],
    variables: ["x", "v"],
    initial: [1, 0],
    t0: 0,
    t1: 20 * Math.PI,
    rtol: 1e-10,
    atol: 1e-12
  })
  for (const [at, [x = 0, v = 0]] of y.entries()) {
    expect(Math.abs(x - Math.cos(t[at] ?? 0))).toBeLessThan(1e-7)
    expect(Math.abs(v + Math.sin(t[at] ?? 0))).toBeLessThan(1e-7)
  }
})

// With a = 1.5, b = 1, c = 1, d = 3, as in SciPy's documentation: c x - d log x + b y - a log y is constant.
it("conserves the invariant of the Lotka-Volterra equations", async () => {
  const { y } = await solved({
    equations: ["1.5 * x - x * y", "-3 * y + x * y"],
    variables: ["x", "y"],
    initial: [10, 5],
    t0: 0,
    t1: 15,
    rtol: 1e-10,
    atol: 1e-12
  })
  const kept = ([x = 0, z = 0]: ReadonlyArray<number>) => x - 3 * Math.log(x) + z - 1.5 * Math.log(z)
  for (const each of y) expect(Math.abs(kept(each) - kept([10, 5]))).toBeLessThan(1e-7)
})

// The Arenstorf orbit in Hairer, Nørsett and Wanner, "Solving Ordinary Differential Equations I", page 129, which
// closes after its period.
it("closes the Arenstorf orbit", async () => {
  const mu = 0.012277471
  const [d1, d2] = [`hypot(x + ${mu}, y) ^ 3`, `hypot(x - ${1 - mu}, y) ^ 3`]
  const { y } = await solved({
    equations: [
      "vx",
      "vy",
      `x + 2 * vy - ${1 - mu} * (x + ${mu}) / ${d1} - ${mu} * (x - ${1 - mu}) / ${d2}`,
      `y - 2 * vx - ${1 - mu} * y / ${d1} - ${mu} * y / ${d2}`
    ],
    variables: ["x", "y", "vx", "vy"],
    initial: [0.994, 0, 0, -2.0015851063790824],
    t0: 0,
    t1: 17.065216560157964,
    rtol: 1e-13,
    atol: 1e-15,
    points: 2
  })
  const [x = 0, z = 0] = y[1] ?? []
  expect(Math.hypot(x - 0.994, z)).toBeLessThan(1e-4)
})
