import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs"
import { basename, delimiter, isAbsolute, join, resolve, sep } from "node:path"
import { tried } from "../tried.ts"

/**
 * Returns which of these paths are programs and scripts that commands run: the program of a command, what an interpreter is given, what
 * names orders (`-f`), and each file that is marked as a program. A file that is only read, as by `cat`, is not among them.
 */
export const findScripts = (
  commands: ReadonlyArray<ReadonlyArray<string>>,
  paths: Iterable<string>
): ReadonlyArray<string> => {
  const words = commands.flat()
  const interprets = words.some((word) => interpreters.test(basename(word)))
  const named = new Set(
    commands.flatMap((argv) => argv.filter((_, at) => at === 0 || isOrders(argv, at)).map((word) => basename(word)))
  )
  return [...new Set(paths)].filter(
    (path) =>
      tried(() => statSync(path).isFile()) === true && (interprets || named.has(basename(path)) || isProgram(path))
  )
}

/** Returns the paths beneath a folder that words would be if they named files, from this folder. */
export const wordsAsPaths = (words: ReadonlyArray<string>, folder: string): ReadonlyArray<string> => {
  const root = tried(() => realpathSync(folder)) ?? folder
  return words.flatMap((word, at) =>
    // Without a slash, a program is looked for in PATH, which has no folder of the workspace.
    word.includes("\0") || (at === 0 && !word.includes("/"))
      ? []
      : [word, word.slice(word.indexOf("=") + 1)]
          .map((text) => resolve(folder, text))
          .filter((path) =>
            [path, tried(() => realpathSync(path)) ?? path].some((one) => one.startsWith(`${root}${sep}`))
          )
  )
}

/** Returns the path of a program that is started by its name or its path, links included; `undefined` if there is none. */
export const findProgram = (program: string, path: string, workingFolder?: string): string | undefined => {
  if (isAbsolute(program)) return program
  if (program.includes("/")) return workingFolder === undefined ? undefined : resolve(workingFolder, program)
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program))
    .find((file) => tried(() => accessSync(file, constants.X_OK) === undefined && statSync(file).isFile()))
}

/** Programs that run the files that they are given, whatever the marks of these are. */
const interpreters =
  /^(?:(?:ba|da|a|z|k|mk|pdk|c|tc|fi|pw|nu|xon|o|y|r)?sh|busybox|pythonw?[\d.]*|pypy[\d.]*|node(?:js)?[\d.]*|deno|bun|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(?:jit)?[\d.]*|Rscript|julia|java|groovy|scala|dotnet|osascript|tclsh[\d.]*|wish[\d.]*|expect|[gn]?make|ninja|just|rake|ant|guile|racket|elixir|escript|swift|crystal|\.|source)$/

/** Whether a word is the value of `-f` or `--file`, with which programs such as `awk`, `sed` and `psql` read what they do. */
const isOrders = (words: ReadonlyArray<string>, at: number): boolean =>
  /^(?:-f|--file)$/.test(words[at - 1] ?? "") || /^--file=/.test(words[at] ?? "")

const isProgram = (path: string): boolean => {
  if (tried(() => (statSync(path).mode & 0o111) !== 0) === true) return true
  const file = tried(() => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)))
  if (file === undefined) return true
  try {
    const begin = Buffer.alloc(2)
    return readSync(file, begin, 0, 2, 0) === 2 && begin.toString() === "#!"
  } finally {
    closeSync(file)
  }
}
