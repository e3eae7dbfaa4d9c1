import { accessSync, constants, readdirSync, realpathSync, statSync } from "node:fs"
import { basename, delimiter, dirname, isAbsolute, join, normalize, resolve, sep } from "node:path"
import { tried } from "../tried.ts"
import { beginnings, LoadedFiles } from "./LoadedFiles.ts"
import { moreFiles, type SearchBounds } from "./ProjectReader.ts"
import { interpreters, isProgram, scriptPrograms } from "./scriptText.ts"

/**
 * Returns which files that commands name are programs and scripts that they run: the program of a command, what names orders (`-f`), each
 * file that is marked as a program, and, unless all programs are known only to read, write or check their files, every file. Such a
 * program also begins with files that no word names, as `make` does: those of the usual names count in each folder that a word names.
 */
export const findScripts = (commands: ReadonlyArray<Words>, paths: Iterable<string>): ReadonlyArray<string> =>
  scriptsOf(commands, paths).files

const scriptsOf = (commands: ReadonlyArray<Words>, paths: Iterable<string>): FoundScripts => {
  const all = new Set(paths)
  const interprets = interpretsFiles(commands)
  const named = new Set(
    commands.flatMap((argv) => argv.filter((_, at) => at === 0 || isOrders(argv, at)).map((word) => basename(word)))
  )
  const begun = interprets ? filesBegunWith(all, commands.flat()) : { files: [], isCut: false }
  const files = [...new Set([...all, ...begun.files])].filter(
    (path) => isFile(path) && (interprets || named.has(basename(path)) || isProgram(path))
  )
  return { files, isCut: begun.isCut }
}

const isFile = (path: string): boolean => tried(() => statSync(path, noThrow)?.isFile()) === true

const isFolder = (path: string): boolean => tried(() => statSync(path, noThrow)?.isDirectory()) === true

const noThrow = { throwIfNoEntry: false } as const

/** The files that run with commands, and phrases for a person that say what else may run. */
export interface RunFiles {
  readonly files: ReadonlyArray<string>
  readonly unfollowed: ReadonlyArray<string>
}

/**
 * Returns the programs and scripts of a workspace that commands run, and what these load in turn, as `LoadedFiles` finds it. `texts` are
 * further texts that may name what is loaded, such as the shell text that the commands come from.
 */
export const findRunFiles = (words: RunWords, workspace: string, bounds?: SearchBounds): RunFiles => {
  const search = searchRunFiles(words, workspace, bounds)
  for (;;) {
    const { done, value } = search.next()
    if (done === true) return value
  }
}

/** Searches like `findRunFiles`, and yields between files, so that the caller can let others run. */
export function* searchRunFiles(
  { commands, paths, texts = [] }: RunWords,
  workspace: string,
  bounds?: SearchBounds
): Generator<void, RunFiles> {
  const { files: scripts, isCut } = scriptsOf(commands, paths)
  if (!interpretsFiles(commands)) return { files: scripts, unfollowed: [] }
  const loaded = new LoadedFiles(workspace, bounds)
  const named = new Set(paths)
  const begins = beginsInFolder(commands)
  const files = yield* loaded.search({
    texts: [...commands.map((argv) => argv.join(" ")), ...texts],
    scripts: scripts.filter((path) => begins || named.has(path) || !beginnings.includes(basename(path))),
    folders: paths.filter(isFolder),
    surrounding: paths.filter((path) => !isFolder(path)).map(dirname),
    begins
  })
  if (isCut) loaded.unfollowed.add(moreFiles)
  return { files: [...new Set([...scripts, ...files])], unfollowed: [...loaded.unfollowed].sort() }
}

/** Commands, and the paths that their words and redirections may name. */
interface RunWords {
  readonly commands: ReadonlyArray<Words>
  readonly paths: ReadonlyArray<string>
  readonly texts?: ReadonlyArray<string>
}

type Words = ReadonlyArray<string>

/** Whether a program among these looks into its folder for what to do: each that is not known to do what its script says. */
export const beginsInFolder = (commands: ReadonlyArray<Words>): boolean =>
  commands.some((argv) => !isOnlyData(argv) && !argv.some((word) => scriptPrograms.test(basename(word))))

/** Whether a program among these may run any file that it is given. */
const interpretsFiles = (commands: ReadonlyArray<Words>): boolean =>
  commands.some((argv) => argv.some((word) => interpreters.test(basename(word)))) || !commands.every(isOnlyData)

/** Files, and whether there may be more of them than were looked for. */
interface FoundScripts {
  readonly files: ReadonlyArray<string>
  readonly isCut: boolean
}

/**
 * Returns the files with which programs begin that are given paths: in a folder, or beside a file. Each folder is listed once, and words
 * are compared with its names, because a command may name hundreds of folders.
 */
const filesBegunWith = (paths: ReadonlySet<string>, words: ReadonlyArray<string>): FoundScripts => {
  const found = new Set<string>()
  // A folder may be the one in which an argument lets the program work, as by `make -C`.
  const inside = Map.groupBy(
    new Set(words.filter((word) => !isAbsolute(word) && !word.includes("\0")).map(normalize)),
    (word) => foldName(word.split(sep, 1)[0] ?? "")
  )
  const lists = new Map<string, ReadonlySet<string>>()
  let steps = mostSteps
  const namesIn = (folder: string): ReadonlySet<string> => {
    const known = lists.get(folder)
    if (known !== undefined) return known
    const names = new Set((tried(() => readdirSync(folder)) ?? []).map(foldName))
    steps -= beginnings.length + names.size
    lists.set(folder, names)
    for (const name of beginnings) if (names.has(foldName(name))) found.add(join(folder, name))
    return names
  }
  for (const path of paths) {
    if (steps <= 0) return { files: [...found], isCut: true }
    const isGivenFolder = isFolder(path)
    const names = namesIn(isGivenFolder ? path : dirname(path))
    if (!isGivenFolder) {
      for (const ending of endings) if (names.has(foldName(basename(path) + ending))) found.add(path + ending)
      steps -= endings.length
      continue
    }
    for (const name of ["..", ...names])
      for (const word of inside.get(name) ?? []) {
        const one = join(path, word)
        if (one.startsWith(`${path}${sep}`)) found.add(one)
        steps--
      }
    steps -= names.size
  }
  return { files: [...found], isCut: false }
}

/** File systems may take names of different case, or composition of characters, for the same. */
const foldName = (name: string): string => name.normalize("NFC").toLowerCase()

/** The most names and pairs of names that one search for scripts compares. */
const mostSteps = 500_000

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

/** Programs that read, write, move, compare, check or send the files that they are given, and run none of them. */
const dataPrograms =
  /^(?:\[|test|true|false|cd|pwd|echo|printf|cat|tac|head|tail|less|more|nl|od|xxd|hexdump|strings|wc|ls|dir|tree|stat|file|du|df|find|fd|locate|realpath|readlink|basename|dirname|cp|mv|rm|rmdir|mkdir|touch|ln|chmod|chown|install|truncate|tee|dd|split|csplit|[ef]?grep|rg|ag|ack|sort|uniq|cut|paste|join|comm|tr|rev|fold|fmt|column|expand|jq|yq|xmllint|diff[3]?|cmp|sdiff|patch|md5sum|sha\d+sum|shasum|b2sum|cksum|base(?:32|64)|tar|gzip|gunzip|zcat|bzip2|xz|zstd|zip|unzip|ar|curl|wget|scp|rsync|ping|dig|host|nslookup|git|gh|hg|date|sleep|seq|id|whoami|uname|which|type|kill|ps|printenv|tsc|eslint|oxlint|prettier|biome|stylelint|ruff|black|isort|flake8|mypy|pyright|gofmt|rustfmt|clang-format|shellcheck|shfmt)$/

/** Programs that only change or show their files unless an option names orders, which may start programs. */
const editors = /^(?:sed|[gmn]?awk)$/

const isOnlyData = ([program = "", ...words]: Words): boolean => {
  const name = basename(program)
  // Git starts the programs that a configuration names.
  if (name === "git" && words.some((word) => /^(?:-c|--config-env)/.test(word))) return false
  return dataPrograms.test(name) || (editors.test(name) && !words.some((word) => /^-(?:-f|-e|[^-]*[fE])/.test(word)))
}

/** The endings that programs add to the name of a script. */
const endings = [".js", ".mjs", ".cjs", ".ts", ".py", ".pyc", ".rb", ".pl", ".pm", ".lua", ".sh", ".class"]

/** Whether a word is the value of `-f` or `--file`, with which programs such as `awk`, `sed` and `psql` read what they do. */
const isOrders = (words: ReadonlyArray<string>, at: number): boolean =>
  /^(?:-f|--file)$/.test(words[at - 1] ?? "") || /^--file=/.test(words[at] ?? "")
