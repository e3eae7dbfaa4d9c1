import type { Tool } from "@toolgate/core"
import { bayesopt } from "./math/bayesopt/definition.ts"
import { calculate } from "./math/calculate/definition.ts"
import { matrixEigenvalues } from "./math/matrix-eigenvalues/definition.ts"
import { matrixSolve } from "./math/matrix-solve/definition.ts"
import { matrixSvd } from "./math/matrix-svd/definition.ts"
import { mcmc } from "./math/mcmc/definition.ts"
import { monteCarlo } from "./math/monte-carlo/definition.ts"
import { monteCarloNative } from "./math/monte-carlo-native/definition.ts"
import { optimize } from "./math/optimize/definition.ts"
import { solveOde } from "./math/solve-ode/definition.ts"
import { statistics } from "./math/statistics/definition.ts"
import { symbolicSolve } from "./math/symbolic-solve/definition.ts"

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
 * Returns the mathematical tools. They compute in processes of their own, which are killed when a call is cancelled or its time is up.
 *
 * ```ts
 * import { mathTools } from "@toolgate/toolbox/math"
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
