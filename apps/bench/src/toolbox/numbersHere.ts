// Does the work of the math tools in this thread, with libraries without published types, or with loops.

/** Arguments of a tool, and a function that does the same without the tool. */
interface Here {
  readonly args: object
  readonly run: () => unknown
}

interface Odex {
  readonly Solver: new (
    size: number
  ) => {
    absoluteTolerance: number
    relativeTolerance: number
    readonly solve: (
      f: (t: number, y: Array<number>) => Array<number>,
      from: number,
      y: Array<number>,
      to: number
    ) => object
  }
}

interface Fmin {
  readonly nelderMead: (
    f: (x: ReadonlyArray<number>) => number,
    start: ReadonlyArray<number>
  ) => { readonly fx: number }
}

const untyped = async (name: string): Promise<unknown> => await import(name)

/** The Lotka-Volterra equations, with odex. */
export const loadOrbit = async (): Promise<Here> => {
  const { Solver } = (await untyped("odex")) as Odex
  return {
    args: {
      equations: ["1.5 * x - x * y", "-3 * y + x * y"],
      variables: ["x", "y"],
      initial: [10, 5],
      t0: 0,
      t1: 1000,
      points: 2,
      rtol: 1e-8,
      atol: 1e-8
    },
    run: () => {
      const solver = new Solver(2)
      solver.absoluteTolerance = 1e-8
      solver.relativeTolerance = 1e-8
      return solver.solve((_, [x = 0, y = 0]) => [1.5 * x - x * y, -3 * y + x * y], 0, [10, 5], 1000)
    }
  }
}

/** Rosenbrock's function, with the simplex method of fmin. */
export const loadValley = async (): Promise<Here> => {
  const { nelderMead } = (await untyped("fmin")) as Fmin
  const start = [-1.2, 1]
  return {
    args: { expression: "(1 - x) ^ 2 + 100 * (y - x ^ 2) ^ 2", variables: ["x", "y"], start },
    run: () => {
      const { fx } = nelderMead(([x = 0, y = 0]) => (1 - x) ** 2 + 100 * (y - x ** 2) ** 2, start)
      if (fx > 1e-3) throw new Error("The minimum of Rosenbrock's function was not found.")
      return fx
    }
  }
}

const samples = 1_000_000

const normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())

/** A simulation in a loop that computes only the mean. */
export const simulateHere: Here = {
  args: {
    expression: "x ^ 2 + sin(y)",
    variables: [
      { name: "x", distribution: "normal", a: 0, b: 1 },
      { name: "y", distribution: "uniform", a: 0, b: 1 }
    ],
    samples,
    seed: 1
  },
  run: () => {
    let sum = 0
    for (let sample = 0; sample < samples; sample++) sum += normal() ** 2 + Math.sin(Math.random())
    return sum / samples
  }
}

/** The Metropolis sampler in a loop that computes only the mean. */
export const densityHere: Here = {
  args: { log_density: "-((x - 5) / 2) ^ 2 / 2", variables: ["x"], start: [0], seed: 1, samples, step: 5, burn_in: 0 },
  run: () => {
    const density = (x: number) => -(((x - 5) / 2) ** 2) / 2
    let [x, sum] = [0, 0]
    let here = density(x)
    for (let sample = 0; sample < samples; sample++) {
      const next = x + 5 * normal()
      const there = density(next)
      if (Math.log(1 - Math.random()) < there - here) [x, here] = [next, there]
      sum += x
    }
    return sum / samples
  }
}
