import { errno, Failure } from "../errno.ts"

/** Whether to follow a link at the end of a path. This is the only lookup flag. */
export const readFollowFlag = (flags: number): boolean => {
  if (flags > 1) throw new Failure(errno.INVAL)
  return flags === 1
}
