import type { Tool } from "@toolgate/core"
import { bayesopt } from "./bayesopt/definition.ts"
import { calculate } from "./calculate/definition.ts"
import { matrixEigenvalues } from "./matrix-eigenvalues/definition.ts"
import { matrixSolve } from "./matrix-solve/definition.ts"
import { matrixSvd } from "./matrix-svd/definition.ts"
import { mcmc } from "./mcmc/definition.ts"
import { monteCarlo } from "./monte-carlo/definition.ts"
import { monteCarloNative } from "./monte-carlo-native/definition.ts"
import { optimize } from "./optimize/definition.ts"
import { solveOde } from "./solve-ode/definition.ts"
import { statistics } from "./statistics/definition.ts"
import { symbolicSolve } from "./symbolic-solve/definition.ts"

export {
  bayesopt,
  calculate,
  matrixEigenvalues,
  matrixSolve,
  matrixSvd,
  mcmc,
  monteCarlo,
  monteCarloNative,
  optimize,
  solveOde,
  statistics,
  symbolicSolve
}

/**
 * Returns the math tools. Separate processes do the work, and are killed when a call is cancelled or times out.
 *
 * ```ts
 * import { mathTools } from "@toolgate/toolbox-math"
 *
 * console.log(mathTools().map(({ name }) => name).join(", "))
 * ```
 */
export const mathTools = (): ReadonlyArray<Tool> => [
  calculate,
  statistics,
  monteCarlo,
  symbolicSolve,
  matrixSolve,
  matrixEigenvalues,
  matrixSvd,
  solveOde,
  optimize,
  monteCarloNative,
  mcmc,
  bayesopt
]
