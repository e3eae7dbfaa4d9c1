import { executedBy } from "./findExec.ts"
import type { FileNames, Launch } from "./launchBy.ts"
import { isHarmlessWith } from "./programs/isHarmlessWith.ts"
import { takesFoundFiles } from "./programs/takesFoundFiles.ts"

/**
 * Returns a launch that also says which words stand for files beneath a folder. `xargs` adds what it reads, and `find` what it finds.
 * Returns the launch itself if the command is not known to do no harm, or if the files are not known to be beneath the folder.
 */
export const launchWithFiles = (
  name: string,
  argv: ReadonlyArray<string>,
  launch: Launch,
  fileNames: FileNames | undefined
): Launch => {
  if (launch.isGuess) return launch
  if (name === "xargs" && fileNames !== undefined) return behindXargs(argv, launch, fileNames)
  return name === "find" ? behindFind(argv, launch) : launch
}

const behindXargs = (argv: ReadonlyArray<string>, launch: Launch, fileNames: FileNames): Launch => {
  const [command] = launch.commands
  // A name is taken apart at its blanks, unless names end with a null character.
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

const behindFind = (argv: ReadonlyArray<string>, launch: Launch): Launch => {
  const known = executedBy(argv)
  if (known.length === 0 || known.length < launch.commands.length) return launch
  const files = known.flatMap(({ from, to }) =>
    [...argv.keys()].filter((at) => at > from && at < to && argv[at] === "{}")
  )
  return { commands: launch.commands, files, wrapper: false }
}
