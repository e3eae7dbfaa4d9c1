import { accessSync, constants, readdirSync, realpathSync, statSync } from "node:fs"
import { basename, delimiter, dirname, isAbsolute, join, normalize, resolve, sep } from "node:path"
import { tryOrUndefined } from "../tryOrUndefined.ts"
import { beginnings, LoadedFiles } from "./LoadedFiles.ts"
import { moreFiles, type SearchBounds } from "./ProjectReader.ts"
import { interpreters, isProgram, scriptPrograms } from "./scriptText.ts"

/**
 * Returns which files named by commands are run: a command's program, a script after `-f`, and executable files. All
 * named files count, unless every program only reads, writes or checks files. Entry files that no word names, such as a
 * Makefile, count in each named folder.
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

const isFile = (path: string): boolean => tryOrUndefined(() => statSync(path, noThrow)?.isFile()) === true

const isFolder = (path: string): boolean => tryOrUndefined(() => statSync(path, noThrow)?.isDirectory()) === true

const noThrow = { throwIfNoEntry: false } as const

/** The files that run with commands, and phrases for a person about what else may run. */
export interface RunFiles {
  readonly files: ReadonlyArray<string>
  readonly unfollowed: ReadonlyArray<string>
}

/**
 * Finds the programs and scripts of a workspace that commands run, and the files that those load (see `LoadedFiles`).
 * `texts`: further text that may name files, such as the shell text of the commands.
 */
export const findRunFiles = (words: RunWords, workspace: string, bounds?: SearchBounds): RunFiles => {
  const search = searchRunFiles(words, workspace, bounds)
  for (;;) {
    const { done, value } = search.next()
    if (done === true) return value
  }
}

/** Searches like `findRunFiles`, but yields between files, so that the caller can let other work run. */
export function* searchRunFiles(
  { commands, paths, texts = [] }: RunWords,
  workspace: string,
  bounds?: SearchBounds
): Generator<void, RunFiles> {
  const { files: scripts, isCut } = scriptsOf(commands, paths)
  if (!interpretsFiles(commands)) return { files: scripts, unfollowed: [] }
  const loaded = new LoadedFiles(workspace, bounds)
  const named = new Set(paths)
  const begins = findsWorkInFolder(commands)
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

/**
 * Whether a program among these finds its work in its folder. Only programs that run nothing but their script do not.
 */
export const findsWorkInFolder = (commands: ReadonlyArray<Words>): boolean =>
  commands.some((argv) => !isOnlyData(argv) && !argv.some((word) => scriptPrograms.test(basename(word))))

/** Whether a program among these may run any file that it is given. */
const interpretsFiles = (commands: ReadonlyArray<Words>): boolean =>
  commands.some((argv) => argv.some((word) => interpreters.test(basename(word)))) || !commands.every(isOnlyData)

/** Files, and whether the search stopped at its limit. */
interface FoundScripts {
  readonly files: ReadonlyArray<string>
  readonly isCut: boolean
}

/**
 * Finds the entry files of programs that are given these paths. Each folder is listed once and compared with all words,
 * because a command may name hundreds of folders.
 */
const filesBegunWith = (paths: ReadonlySet<string>, words: ReadonlyArray<string>): FoundScripts => {
  const found = new Set<string>()
  // The path may be a working folder for other arguments, as in `make -C`.
  const inside = Map.groupBy(
    new Set(words.filter((word) => !isAbsolute(word) && !word.includes("\0")).map(normalize)),
    (word) => foldName(word.split(sep, 1)[0] ?? "")
  )
  const lists = new Map<string, ReadonlySet<string>>()
  let steps = mostSteps
  const namesIn = (folder: string): ReadonlySet<string> => {
    const known = lists.get(folder)
    if (known !== undefined) return known
    const names = new Set((tryOrUndefined(() => readdirSync(folder)) ?? []).map(foldName))
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

/** File systems may ignore case and Unicode composition. */
const foldName = (name: string): string => name.normalize("NFC").toLowerCase()

/** Limit of one search, in names and pairs of names. */
const mostSteps = 500_000

/** Returns the paths in a folder that words refer to, if they are read as file names relative to it. */
export const resolveWordsAsPaths = (words: ReadonlyArray<string>, folder: string): ReadonlyArray<string> => {
  const root = tryOrUndefined(() => realpathSync(folder)) ?? folder
  return words.flatMap((word, at) =>
    // A program name without a slash is searched in PATH, which contains no workspace folder.
    word.includes("\0") || (at === 0 && !word.includes("/"))
      ? []
      : [word, word.slice(word.indexOf("=") + 1)]
          .map((text) => resolve(folder, text))
          .filter((path) =>
            [path, tryOrUndefined(() => realpathSync(path)) ?? path].some((one) => one.startsWith(`${root}${sep}`))
          )
  )
}

/**
 * Returns the path of a program by its name or path, or `undefined` if the program does not exist. Links are not
 * resolved.
 */
export const findProgram = (program: string, path: string, workingFolder?: string): string | undefined => {
  if (isAbsolute(program)) return program
  if (program.includes("/")) return workingFolder === undefined ? undefined : resolve(workingFolder, program)
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program))
    .find((file) => tryOrUndefined(() => accessSync(file, constants.X_OK) === undefined && statSync(file).isFile()))
}

/** Programs that only read, write, move, compare, check or send files, and run none. */
const dataPrograms =
  /^(?:\[|test|true|false|cd|pwd|echo|printf|cat|tac|head|tail|less|more|nl|od|xxd|hexdump|strings|wc|ls|dir|tree|stat|file|du|df|find|fd|locate|realpath|readlink|basename|dirname|cp|mv|rm|rmdir|mkdir|touch|ln|chmod|chown|install|truncate|tee|dd|split|csplit|[ef]?grep|rg|ag|ack|sort|uniq|cut|paste|join|comm|tr|rev|fold|fmt|column|expand|jq|yq|xmllint|diff[3]?|cmp|sdiff|patch|md5sum|sha\d+sum|shasum|b2sum|cksum|base(?:32|64)|tar|gzip|gunzip|zcat|bzip2|xz|zstd|zip|unzip|ar|curl|wget|scp|rsync|ping|dig|host|nslookup|git|gh|hg|date|sleep|seq|id|whoami|uname|which|type|kill|ps|printenv|tsc|eslint|oxlint|prettier|biome|stylelint|ruff|black|isort|flake8|mypy|pyright|gofmt|rustfmt|clang-format|shellcheck|shfmt)$/

/** Programs that only edit or print files, unless an option gives them a script, which may start programs. */
const editors = /^(?:sed|[gmn]?awk)$/

const isOnlyData = ([program = "", ...words]: Words): boolean => {
  const name = basename(program)
  // Git starts programs that its configuration names.
  if (name === "git" && words.some((word) => /^(?:-c|--config-env)/.test(word))) return false
  return dataPrograms.test(name) || (editors.test(name) && !words.some((word) => /^-(?:-f|-e|[^-]*[fE])/.test(word)))
}

/** Extensions that programs add to the name of a script. */
const endings = [".js", ".mjs", ".cjs", ".ts", ".py", ".pyc", ".rb", ".pl", ".pm", ".lua", ".sh", ".class"]

/** Whether a word is the value of `-f` or `--file`. `awk`, `sed` and `psql`, for example, read their script from it. */
const isOrders = (words: ReadonlyArray<string>, at: number): boolean =>
  /^(?:-f|--file)$/.test(words[at - 1] ?? "") || /^--file=/.test(words[at] ?? "")
