import { errno, Failure } from "../errno.ts"

/** Whether a link at a path's end is to be followed: the one flag that looking up has. */
export const followFlag = (flags: number): boolean => {
  if (flags > 1) throw new Failure(errno.INVAL)
  return flags === 1
}
