import { errno, Failure } from "../errno.ts"

/** Whether a link at a path's end is to be followed. This is the only flag of a look-up. */
export const followFlag = (flags: number): boolean => {
  if (flags > 1) throw new Failure(errno.INVAL)
  return flags === 1
}
