import { findLaunch } from "./findLaunch.ts"
import { isHarmlessVariable } from "./isHarmlessVariable.ts"

/**
 * Returns the command that a wrapper starts: for `timeout 60 npm test`, that is `npm test`, and for `xargs grep x` it
 * is `grep x`, because xargs only adds files. Returns the command unchanged if it does other work too, or sets a variable that
 * could change what runs.
 */
export const unwrapCommand = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const launch = findLaunch(argv, "found")
  if (launch === undefined || !launch.wrapper || launch.doubt !== undefined || launch.texts !== undefined) return argv
  const [inner, ...others] = launch.commands
  if (inner === undefined || others.length > 0 || inner.assigned?.every(isHarmlessVariable) === false) return argv
  return unwrapCommand(argv.slice(inner.from, inner.to))
}
