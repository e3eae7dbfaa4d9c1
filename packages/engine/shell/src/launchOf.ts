import { commandName, knownPrograms } from "@toolgate/program-facts"
import { type FileNames, type Launch, launchBy, unreadLaunch } from "./launchBy.ts"
import { launchWithFiles } from "./launchWithFiles.ts"
import { onlyDescribes } from "./onlyDescribes.ts"
import { shellLaunch } from "./shellLaunch.ts"

const places = /^\/(?:usr\/)?(?:local\/)?s?bin\/([^/]+)$/

/**
 * Returns what a command starts besides itself, or `undefined` for a command that is not known to start anything.
 * `fileNames`: its input is a list of files.
 */
export const launchOf = (argv: ReadonlyArray<string>, fileNames?: FileNames): Launch | undefined => {
  const [program = ""] = argv
  const name = commandName(program)
  const launch = named(argv, name, fileNames)
  if (launch === undefined || !launch.wrapper) return launch
  // A name says what a program is only in the folders where programs are installed.
  const isTrusted = !program.includes("/") || places.test(program)
  return isTrusted ? launch : { ...launch, wrapper: false }
}

/** The dynamic loader, which starts the program that it is given. Source: ld.so(8). */
const loader = /^ld(?:-linux[\w.-]*|-musl-\w+|64|)\.so(?:\.\d+)*$/

const named = (argv: ReadonlyArray<string>, name: string, fileNames: FileNames | undefined): Launch | undefined => {
  // A name with a version may be of a program that reads its words differently.
  const launcher = knownPrograms(name).find(
    (file) => file.launcher !== undefined && file.names.includes(name)
  )?.launcher
  if (launcher === undefined) return loader.test(name) ? unreadLaunch(argv) : undefined
  if (onlyDescribes(argv)) return { commands: [], wrapper: false }
  const { shell, commands, inShell } = launcher
  if (shell !== undefined && commands === undefined) return { ...shellLaunch(argv, shell), shell }
  const launch = launchWithFiles(name, argv, launchBy(launcher, argv), fileNames)
  const isRead = launch.isGuess === undefined
  return { ...launch, ...(shell && isRead ? { shell } : {}), ...(inShell && isRead ? { inShell } : {}) }
}
