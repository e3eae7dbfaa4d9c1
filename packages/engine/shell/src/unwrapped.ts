import { isHarmlessVariable } from "./isHarmlessVariable.ts"
import { launchOf } from "./launchOf.ts"

/**
 * The command that a command does nothing but start, with more patience or less priority: of `timeout 60 npm test`, it is
 * `npm test`. A command that does more, or sets a variable that could change what runs, is itself.
 */
export const unwrapped = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const launch = launchOf(argv)
  if (launch === undefined || !launch.wrapper || launch.doubt !== undefined || launch.texts !== undefined) return argv
  const [inner, ...others] = launch.commands
  if (inner === undefined || others.length > 0 || inner.assigned?.every(isHarmlessVariable) === false) return argv
  return unwrapped(argv.slice(inner.from, inner.to))
}
