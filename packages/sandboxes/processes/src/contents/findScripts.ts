import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs"
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path"
import { tried } from "../tried.ts"

/**
 * Returns which files that commands name are programs and scripts that they run: the program of a command, what names orders (`-f`), each
 * file that is marked as a program, and, unless all programs are known only to read, write or check their files, every file. Such a
 * program also begins with files that no word names, as `make` does: those of the usual names count in each folder that a word names.
 */
export const findScripts = (
  commands: ReadonlyArray<ReadonlyArray<string>>,
  paths: Iterable<string>
): ReadonlyArray<string> => {
  const words = commands.flat()
  const interprets = words.some((word) => interpreters.test(basename(word))) || !commands.every(isOnlyData)
  const named = new Set(
    commands.flatMap((argv) => argv.filter((_, at) => at === 0 || isOrders(argv, at)).map((word) => basename(word)))
  )
  const all = new Set(paths)
  if (interprets) for (const path of [...all]) for (const one of begunWith(path, words)) all.add(one)
  return [...all].filter(
    (path) =>
      tried(() => statSync(path).isFile()) === true && (interprets || named.has(basename(path)) || isProgram(path))
  )
}

/** Returns the files with which programs begin that are given a path: in the folder that it is, or beside it. */
const begunWith = (path: string, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isFolder = tried(() => statSync(path).isDirectory()) === true
  const folder = isFolder ? path : dirname(path)
  // The folder may be the one in which the program is told to work, as by `make -C`.
  const inside = isFolder ? words.filter((word) => !isAbsolute(word) && !word.includes("\0")) : []
  return [
    ...beginnings.map((name) => join(folder, name)),
    ...(isFolder ? [] : endings.map((ending) => `${path}${ending}`)),
    ...inside.map((word) => join(path, word)).filter((one) => one.startsWith(`${path}${sep}`))
  ]
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

/** Programs that read, write, move, compare, check or send the files that they are given, and run none of them. */
const dataPrograms =
  /^(?:\[|test|true|false|cd|pwd|echo|printf|cat|tac|head|tail|less|more|nl|od|xxd|hexdump|strings|wc|ls|dir|tree|stat|file|du|df|find|fd|locate|realpath|readlink|basename|dirname|cp|mv|rm|rmdir|mkdir|touch|ln|chmod|chown|install|truncate|tee|dd|split|csplit|[ef]?grep|rg|ag|ack|sort|uniq|cut|paste|join|comm|tr|rev|fold|fmt|column|expand|jq|yq|xmllint|diff[3]?|cmp|sdiff|patch|md5sum|sha\d+sum|shasum|b2sum|cksum|base(?:32|64)|tar|gzip|gunzip|zcat|bzip2|xz|zstd|zip|unzip|ar|curl|wget|scp|rsync|ping|dig|host|nslookup|git|gh|hg|date|sleep|seq|id|whoami|uname|which|type|kill|ps|printenv|tsc|eslint|oxlint|prettier|biome|stylelint|ruff|black|isort|flake8|mypy|pyright|gofmt|rustfmt|clang-format|shellcheck|shfmt)$/

/** Programs that only change or show their files unless an option names orders, which may start programs. */
const editors = /^(?:sed|[gmn]?awk)$/

const isOnlyData = ([program = "", ...words]: ReadonlyArray<string>): boolean => {
  const name = basename(program)
  // Git starts the programs that a configuration names.
  if (name === "git" && words.some((word) => /^(?:-c|--config-env)/.test(word))) return false
  return dataPrograms.test(name) || (editors.test(name) && !words.some((word) => /^-(?:-f|-e|[^-]*[fE])/.test(word)))
}

/** The files of these names in a folder decide what a program does that is started there. */
const beginnings =
  `Makefile makefile GNUmakefile package.json index.js index.mjs index.cjs index.ts __main__.py __init__.py conftest.py
  pyproject.toml setup.py setup.cfg tox.ini noxfile.py tasks.py manage.py justfile Justfile .justfile Taskfile.yml Taskfile.yaml Rakefile
  Gemfile Cargo.toml build.rs CMakeLists.txt meson.build build.ninja build.xml build.gradle build.gradle.kts settings.gradle
  settings.gradle.kts pom.xml SConstruct wscript Gruntfile.js gulpfile.js deno.json deno.jsonc Dockerfile compose.yml compose.yaml
  docker-compose.yml docker-compose.yaml`.split(/\s+/)

/** The endings that programs add to the name of a script. */
const endings = [".js", ".mjs", ".cjs", ".ts", ".py", ".pyc", ".rb", ".pl", ".pm", ".lua", ".sh", ".class"]

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
