import { type Launch, launchers, unreadLaunch, wrapped } from "./launchers.ts"
import { shellLaunch, shells } from "./shells.ts"
import { unreadLaunchers, wrappers } from "./wrappers.ts"

const places = /^\/(?:usr\/)?(?:local\/)?s?bin\/([^/]+)$/

/** A program's name without the folder that it lies in. */
const baseName = (program: string) => program.slice(program.lastIndexOf("/") + 1)

/** What a command starts besides itself; `undefined` for one that is not known to start anything. */
export const launchOf = (argv: ReadonlyArray<string>): Launch | undefined => {
  const [program = ""] = argv
  const name = baseName(program)
  const launch = named(argv, name)
  if (launch === undefined || !launch.wrapper) return launch
  // Only where programs are installed does a name tell what a program is.
  const isTrusted = !program.includes("/") || places.test(program)
  return isTrusted ? launch : { ...launch, wrapper: false }
}

const named = (argv: ReadonlyArray<string>, name: string) => {
  const launcher = launchers.get(name)
  if (launcher !== undefined) return launcher(argv)
  const wrapper = wrappers.get(name)
  if (wrapper !== undefined) return wrapped(argv, wrapper)
  if (shells.has(name)) return shellLaunch(argv, name)
  return unreadLaunchers.has(name) ? unreadLaunch(argv) : undefined
}
