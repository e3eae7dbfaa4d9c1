import { impossible } from "@toolgate/toolbox-base/jobs"

/** Returns finite numbers unchanged, and fails if any is not finite. */
export const requireFinite = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (numbers.every(Number.isFinite)) return numbers
  throw impossible("Intermediate numbers became too large; scale the arguments, so that the largest are nearer to 1.")
}
