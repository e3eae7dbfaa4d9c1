/** Whether a path leads out of the folder in which a command runs. What another command prints comes from there: `<(curl x)`. */
export const isOutside = (path: string): boolean =>
  /^(?:[/~]|<\()|(?:^|\/)\.\.(?:\/|$)/.test(path) && path !== "/dev/null"

/** Whether a path lies in a folder to which only builds write, in the folder in which a command runs. */
const isBuilt = (path: string): boolean =>
  !isOutside(path) &&
  /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(path) &&
  path.split("/").some((step) => /^(?:\.?build|dist|out|output|target|coverage|htmlcov|_site|\.next)$/.test(step)) &&
  !/(?:^|\/)\.\.?\/?$/.test(path)

/** Returns the reason why writing to a path does harm, or `undefined` for a path to which builds write. */
export const writtenTo = (path: string): string | undefined =>
  isBuilt(path) ? undefined : "is written to, and is not a folder for build output"
