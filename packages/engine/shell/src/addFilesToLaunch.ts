import { findExecCommands } from "./findExecCommands.ts"
import { isHarmlessWith } from "./programs/isHarmlessWith.ts"
import { takesFoundFiles } from "./programs/takesFoundFiles.ts"
import type { FileNames, LauncherEffect } from "./readLaunch.ts"

/**
 * Marks the words of a launch that stand for files beneath a folder: `xargs` adds what it reads, and `find` what it
 * finds. Returns the launch unchanged if the command may do harm, or if the files may lie elsewhere.
 */
export const addFilesToLaunch = (
  name: string,
  argv: ReadonlyArray<string>,
  launch: LauncherEffect,
  fileNames: FileNames | undefined
): LauncherEffect => {
  if (launch.isGuess) return launch
  if (name === "xargs" && fileNames !== undefined) return behindXargs(argv, launch, fileNames)
  return name === "find" ? behindFind(argv, launch) : launch
}

const behindXargs = (argv: ReadonlyArray<string>, launch: LauncherEffect, fileNames: FileNames): LauncherEffect => {
  const [command] = launch.commands
  // xargs splits names at blanks, unless names end with a null character.
  const isWhole = argv.slice(1, command?.from).some((word) => /^-[oprtx]*0|^--null$/.test(word))
  const files = command && filesOfXargs(argv, command.from)
  if (command === undefined || files === undefined) return launch
  const { from } = command
  const words = argv.slice(from)
  const isTaken =
    fileNames === "found" && isWhole
      ? takesFoundFiles(
          words,
          files.map((at) => at - from)
        )
      : isHarmlessWith(words[0] ?? "", "any files")
  return isTaken ? { commands: launch.commands, files, wrapper: true } : launch
}

/**
 * Returns the indexes of the words that xargs replaces by a file, or the index after the last word, where it adds files.
 * Returns `undefined` if that is not known.
 */
const filesOfXargs = (argv: ReadonlyArray<string>, from: number): ReadonlyArray<number> | undefined => {
  const options = argv.slice(1, from)
  if (options.some((word) => /^(?:-[^-]*a|--arg-file)/.test(word))) return undefined
  const marks = options.flatMap((word, at) => {
    if (!/^-[^-]*I/.test(word)) return []
    const mark = word.slice(word.indexOf("I") + 1)
    return [mark === "" ? (options[at + 1] ?? "") : mark]
  })
  const [mark] = marks
  if (mark === undefined) return [argv.length]
  const marked = [...argv.keys()].filter((at) => at > from && argv[at]?.includes(mark) === true)
  return marks.length === 1 && marked.every((at) => argv[at] === mark) ? marked : undefined
}

const behindFind = (argv: ReadonlyArray<string>, launch: LauncherEffect): LauncherEffect => {
  const known = findExecCommands(argv)
  if (known.length === 0 || known.length < launch.commands.length) return launch
  const files = known.flatMap(({ from, to }) =>
    [...argv.keys()].filter((at) => at > from && at < to && argv[at] === "{}")
  )
  return { commands: launch.commands, files, wrapper: false }
}
