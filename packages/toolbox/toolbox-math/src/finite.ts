import { impossible } from "@toolgate/toolbox-base/jobs"

/** Returns numbers that are finite as they are, and fails in words if some are not. */
export const finite = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (numbers.every(Number.isFinite)) return numbers
  throw impossible("The numbers on the way became too large; scale the arguments, so that the largest are nearer to 1.")
}
