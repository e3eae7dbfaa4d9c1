import type { ToolContext } from "@toolgate/core"
import { matrixEigenvalues, matrixSolve, matrixSvd, monteCarloNative, statistics } from "@toolgate/toolbox/math"
import { EigenvalueDecomposition, Matrix, QrDecomposition, SingularValueDecomposition } from "ml-matrix"
import type { Case, Family } from "../Case.ts"

const side = 200
const a = Array.from({ length: side }, (_, i) =>
  Array.from({ length: side }, (_, j) => Math.sin(12.9898 * (i + 1) + 78.233 * (j + 1) * (i + 2)))
)
const b = a.map((row) => row.reduce((sum, each) => sum + each, 0))
const matrix = new Matrix(a)
const data = b.flatMap((each) => [each, -each, each * each])
const samples = 1_000_000

/**
 * Returns the family of cases about the mathematical tools: each with its arguments on the way to another process and back, beside a
 * library in JavaScript, or a loop, that does the same in this thread.
 */
export const math = async (): Promise<Family> => {
  const pairs = [
    pair("a sum in another process: statistics of 600 numbers", calling(statistics, { data }), () => sumOf(data)),
    pair(`matrix_solve of ${side} equations`, calling(matrixSolve, { a, b }), () =>
      new QrDecomposition(matrix).solve(Matrix.columnVector(b))
    ),
    pair(
      `matrix_eigenvalues of size ${side}`,
      calling(matrixEigenvalues, { matrix: a }),
      () => new EigenvalueDecomposition(matrix)
    ),
    pair(
      "matrix_svd of size 40",
      calling(matrixSvd, { matrix: corner }),
      () => new SingularValueDecomposition(new Matrix(corner))
    ),
    pair("monte_carlo_native of a million samples", calling(monteCarloNative, simulated), () => simulateHere())
  ]
  // The first job starts the process.
  await pairs[0]?.cases[0].run(1)
  return {
    name: "toolbox.math",
    title: "Mathematical tools beside JavaScript in this thread",
    cases: pairs.flatMap(({ cases }) => cases),
    figures: (measured) =>
      pairs.flatMap(({ cases: [tool, peer] }) => [measured.figure(peer.name), measured.figure(tool.name, peer.name)])
  }
}

const corner = a.slice(0, 40).map((row) => row.slice(0, 40))

const simulated = {
  expression: "x ^ 2 + sin(y)",
  variables: [
    { name: "x", distribution: "normal", a: 0, b: 1 },
    { name: "y", distribution: "uniform", a: 0, b: 1 }
  ],
  samples,
  seed: 1
}

interface Pair {
  readonly cases: readonly [Case, Case]
}

const pair = (name: string, tool: () => Promise<unknown>, peer: () => unknown): Pair => ({
  cases: [
    { name, run: times(tool), rounds: 30 },
    { name: `${name}, in JavaScript`, run: times(peer), rounds: 30 }
  ]
})

const times = (work: () => unknown) => async (count: number) => {
  for (let time = 0; time < count; time++) if ((await work()) === undefined) throw new Error("A case returned nothing.")
}

const context = { signal: new AbortController().signal, emit: () => {} } as unknown as ToolContext

const calling =
  ({ implementations: [implementation] }: typeof statistics, args: object) =>
  async (): Promise<unknown> => {
    if (implementation?.kind !== "function") throw new Error("A mathematical tool is no function.")
    return await implementation.make().execute(args, context)
  }

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, each) => sum + each, 0)

/** Draws as the tool does, and keeps the mean alone. */
const simulateHere = (): number => {
  let sum = 0
  for (let sample = 0; sample < samples; sample++) {
    const x = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
    sum += x ** 2 + Math.sin(Math.random())
  }
  return sum / samples
}
