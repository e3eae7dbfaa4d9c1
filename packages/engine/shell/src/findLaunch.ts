import { findKnownPrograms, getCommandName } from "@toolgate/program-facts"
import { addFilesToLaunch } from "./addFilesToLaunch.ts"
import { onlyDescribes } from "./onlyDescribes.ts"
import { type FileNames, type LauncherEffect, makeUnreadLaunch, readLaunch } from "./readLaunch.ts"
import { readShellLaunch } from "./readShellLaunch.ts"

const places = /^\/(?:usr\/)?(?:local\/)?s?bin\/([^/]+)$/

/**
 * Finds what a command starts besides itself; `undefined` if it is not known to start anything. `fileNames`: its input
 * is a list of files.
 */
export const findLaunch = (argv: ReadonlyArray<string>, fileNames?: FileNames): LauncherEffect | undefined => {
  const [program = ""] = argv
  const name = getCommandName(program)
  const launch = named(argv, name, fileNames)
  if (launch === undefined || !launch.wrapper) return launch
  // A name identifies a program only in the system's program folders.
  const isTrusted = !program.includes("/") || places.test(program)
  return isTrusted ? launch : { ...launch, wrapper: false }
}

/** The dynamic loader, which starts the program in its arguments. Source: ld.so(8). */
const loader = /^ld(?:-linux[\w.-]*|-musl-\w+|64|)\.so(?:\.\d+)*$/

const named = (
  argv: ReadonlyArray<string>,
  name: string,
  fileNames: FileNames | undefined
): LauncherEffect | undefined => {
  // A program with a version in its name may read its words differently.
  const launcher = findKnownPrograms(name).find(
    (file) => file.launcher !== undefined && file.names.includes(name)
  )?.launcher
  if (launcher === undefined) return loader.test(name) ? makeUnreadLaunch(argv) : undefined
  if (onlyDescribes(argv)) return { commands: [], wrapper: false }
  const { shell, commands, inShell } = launcher
  if (shell !== undefined && commands === undefined) return { ...readShellLaunch(argv, shell), shell }
  const launch = addFilesToLaunch(name, argv, readLaunch(launcher, argv), fileNames)
  const isRead = launch.isGuess === undefined
  return { ...launch, ...(shell && isRead ? { shell } : {}), ...(inShell && isRead ? { inShell } : {}) }
}
