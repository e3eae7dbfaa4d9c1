import { commandName } from "@toolgate/program-facts"
import { type Launch, launchers, unreadLaunch, wrapped } from "./launchers.ts"
import { shellLaunch, shells } from "./shells.ts"
import { unreadLaunchers, wrappers } from "./wrappers.ts"

const places = /^\/(?:usr\/)?(?:local\/)?s?bin\/([^/]+)$/

/** Returns what a command starts besides itself, or `undefined` for a command that is not known to start anything. */
export const launchOf = (argv: ReadonlyArray<string>): Launch | undefined => {
  const [program = ""] = argv
  const name = commandName(program)
  const launch = named(argv, name)
  if (launch === undefined || !launch.wrapper) return launch
  // A name says what a program is only in the folders where programs are installed.
  const isTrusted = !program.includes("/") || places.test(program)
  return isTrusted ? launch : { ...launch, wrapper: false }
}

/** The dynamic loader, which starts the program that it is given. Source: ld.so(8). */
const loader = /^ld(?:-linux[\w.-]*|-musl-\w+|64|)\.so(?:\.\d+)*$/

const named = (argv: ReadonlyArray<string>, name: string) => {
  const launcher = launchers.get(name)
  if (launcher !== undefined) return launcher(argv)
  const wrapper = wrappers.get(name)
  if (wrapper !== undefined) return wrapped(argv, wrapper)
  if (shells.has(name)) return shellLaunch(argv, name)
  return unreadLaunchers.has(name) || loader.test(name) ? unreadLaunch(argv) : undefined
}
