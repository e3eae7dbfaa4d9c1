import {
  matrixEigenvalues,
  matrixSolve,
  matrixSvd,
  mcmc,
  monteCarloNative,
  optimize,
  solveOde
} from "@toolgate/toolbox-math"
import { EigenvalueDecomposition, Matrix, QrDecomposition, SingularValueDecomposition } from "ml-matrix"
import type { Family } from "../Case.ts"
import { createCaller, createPair, createPairs } from "./createCaller.ts"
import { densityHere, loadOrbit, loadValley, simulateHere } from "./numbersHere.ts"

const side = 200
const a = Array.from({ length: side }, (_, i) =>
  Array.from({ length: side }, (_, j) => Math.sin(12.9898 * (i + 1) + 78.233 * (j + 1) * (i + 2)))
)
const b = a.map((row) => row.reduce((sum, each) => sum + each, 0))
const matrix = new Matrix(a)
const corner = a.slice(0, 40).map((row) => row.slice(0, 40))

/**
 * Measures the native module: each tool including the transfer to its process and back, compared with a JavaScript
 * library or loop in this thread. `bayesopt` has no maintained peer.
 */
export const measureMath = async (): Promise<Family> => {
  const [orbit, valley] = [await loadOrbit(), await loadValley()]
  const all = [
    createPair(`matrix_solve of ${side} equations`, createCaller(matrixSolve, { a, b }), "ml-matrix", () =>
      new QrDecomposition(matrix).solve(Matrix.columnVector(b))
    ),
    createPair(
      `matrix_eigenvalues of size ${side}`,
      createCaller(matrixEigenvalues, { matrix: a }),
      "ml-matrix",
      () => new EigenvalueDecomposition(matrix)
    ),
    createPair(
      "matrix_svd of size 40",
      createCaller(matrixSvd, { matrix: corner }),
      "ml-matrix",
      () => new SingularValueDecomposition(new Matrix(corner))
    ),
    createPair("solve_ode, hares and lynxes for 1,000 years", createCaller(solveOde, orbit.args), "odex", orbit.run),
    createPair("optimize, Rosenbrock's valley", createCaller(optimize, valley.args), "fmin", valley.run),
    createPair(
      "monte_carlo_native, a million samples",
      createCaller(monteCarloNative, simulateHere.args),
      "a loop",
      simulateHere.run
    ),
    createPair("mcmc, a million samples", createCaller(mcmc, densityHere.args), "a loop", densityHere.run)
  ]
  // The first job starts the process.
  await all[0]?.cases[0].run(1)
  return { name: "toolbox.math", title: "The native module beside JavaScript in this thread", ...createPairs(all) }
}
