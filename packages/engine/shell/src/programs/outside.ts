/** Whether a path leads out of the folder that a command runs in. */
export const isOutside = (path: string): boolean =>
  /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(path) && path !== "/dev/null" && path !== ".."

/** Whether a path is one that only builds write to, in the folder that a command runs in. */
const isBuilt = (path: string): boolean =>
  !isOutside(path) &&
  /^(?:[\w.-]+\/)*(?:\.?build|dist|out|output|target|coverage|htmlcov|_site|\.next)(?:\/[\w.-]+)*\/?$/.test(path) &&
  !/(?:^|\/)\.\.?\/?$/.test(path)

/** Why a path that a build writes to does harm. */
export const writtenTo = (path: string): string | undefined =>
  isBuilt(path) ? undefined : "is written to, and no folder for what is built"
