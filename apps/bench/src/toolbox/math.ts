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
import { calling, pair, pairs } from "./calling.ts"
import { densityHere, orbitHere, simulateHere, valleyHere } from "./numbersHere.ts"

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
export const math = async (): Promise<Family> => {
  const [orbit, valley] = [await orbitHere(), await valleyHere()]
  const all = [
    pair(`matrix_solve of ${side} equations`, calling(matrixSolve, { a, b }), "ml-matrix", () =>
      new QrDecomposition(matrix).solve(Matrix.columnVector(b))
    ),
    pair(
      `matrix_eigenvalues of size ${side}`,
      calling(matrixEigenvalues, { matrix: a }),
      "ml-matrix",
      () => new EigenvalueDecomposition(matrix)
    ),
    pair(
      "matrix_svd of size 40",
      calling(matrixSvd, { matrix: corner }),
      "ml-matrix",
      () => new SingularValueDecomposition(new Matrix(corner))
    ),
    pair("solve_ode, hares and lynxes for 1,000 years", calling(solveOde, orbit.args), "odex", orbit.run),
    pair("optimize, Rosenbrock's valley", calling(optimize, valley.args), "fmin", valley.run),
    pair(
      "monte_carlo_native, a million samples",
      calling(monteCarloNative, simulateHere.args),
      "a loop",
      simulateHere.run
    ),
    pair("mcmc, a million samples", calling(mcmc, densityHere.args), "a loop", densityHere.run)
  ]
  // The first job starts the process.
  await all[0]?.cases[0].run(1)
  return { name: "toolbox.math", title: "The native module beside JavaScript in this thread", ...pairs(all) }
}
