import { isHarmlessVariable } from "./isHarmlessVariable.ts"
import { launchOf } from "./launchOf.ts"

/**
 * Returns the command that a wrapper starts, with a time limit or a priority: for `timeout 60 npm test`, that is `npm
 * test`. For `xargs grep x` it is `grep x`, since xargs only adds files. Returns the given command itself if it does more than that, or sets a variable that could change what runs.
 */
export const unwrapped = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const launch = launchOf(argv, "found")
  if (launch === undefined || !launch.wrapper || launch.doubt !== undefined || launch.texts !== undefined) return argv
  const [inner, ...others] = launch.commands
  if (inner === undefined || others.length > 0 || inner.assigned?.every(isHarmlessVariable) === false) return argv
  return unwrapped(argv.slice(inner.from, inner.to))
}
