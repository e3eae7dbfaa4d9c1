import type { CommandResource } from "@toolgate/core"
import { fold, isBeneath } from "@toolgate/core/access"
import {
  countHarmlessOptions,
  type DangerousWord,
  findDangerousWords,
  fitsForm,
  getCommandName,
  getOptionSynonyms,
  isHarmlessVariable,
  normalizeProgramName,
  normalizeSubcommand
} from "@toolgate/shell"
import type { CommandPattern } from "./CommandPattern.ts"

/**
 * Whether an allow pattern covers a command. The words must be exactly those of the pattern, in the same order. Harmless
 * options of the program may stand before a subcommand that the pattern names. The
 * command must run in the workspace and must set no variable that could change what runs. Words after those of the
 * pattern must be known to be harmless.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { covers } from "@toolgate/policy"
 *
 * const pattern = { words: ["git", "log"], open: true }
 * const command = { kind: "command", assigned: [], wrapper: false, inWorkspace: true, paths: [], hosts: [] } as const
 * assert.equal(covers(pattern, { ...command, argv: ["git", "log", "--oneline"] }), true)
 * // This option writes a file.
 * assert.equal(covers(pattern, { ...command, argv: ["git", "log", "--output=notes"] }), false)
 * ```
 */
export const covers = (
  pattern: CommandPattern,
  command: CommandResource,
  isHarmless: IsHarmless = isHarmlessVariable
): boolean => {
  const settled = withoutOptionsBefore(pattern, command)
  return begins(pattern, settled, isHarmless) && (!pattern.open || dangersBehind(pattern, settled).length === 0)
}

/** Returns the only word that keeps the allow pattern from covering the command, or `undefined`. */
export const findObstacle = (
  pattern: CommandPattern,
  command: CommandResource,
  isHarmless: IsHarmless
): DangerousWord | undefined => {
  const settled = withoutOptionsBefore(pattern, command)
  return pattern.open && begins(pattern, settled, isHarmless) ? dangersBehind(pattern, settled)[0] : undefined
}

/**
 * Returns a command without the harmless options before the subcommands that the pattern names: `git log:*` covers `git -C
 * src log`. Each of the options has to be known and to stay in the workspace.
 */
const withoutOptionsBefore = ({ words, open }: CommandPattern, command: CommandResource): CommandResource => {
  let settled = command
  for (let at = 1; open && at < words.length && !words.slice(1, at + 1).some(isOption); at++) {
    if (!isOption(settled.argv[at] ?? "")) continue
    const without = withoutOptionsAt(settled, at)
    if (without === undefined) return command
    settled = without
  }
  return settled
}

const withoutOptionsAt = (command: CommandResource, from: number): CommandResource | undefined => {
  const { argv, loose, outside } = command
  const count = countHarmlessOptions(localWords(command), from)
  const end = from + count
  const isUnsure = [...(loose ?? []), ...(outside ?? [])].some(({ at }) => at < end)
  if (count === 0 || isUnsure) return undefined
  const moved = <A extends { readonly at: number }>(all: ReadonlyArray<A>) =>
    all.map((one) => ({ ...one, at: one.at - count }))
  return {
    ...command,
    argv: argv.toSpliced(from, count),
    ...(loose === undefined ? {} : { loose: moved(loose) }),
    ...(outside === undefined ? {} : { outside: moved(outside) })
  }
}

const dangersBehind = ({ words }: CommandPattern, command: CommandResource): ReadonlyArray<DangerousWord> => {
  const { argv, loose, outside } = command
  const local = localWords(command)
  const outsideTmp = outside?.flatMap(({ at, path }) => (isBeneath(path, "/tmp") ? [] : at))
  return findDangerousWords(local, words.length, loose, outsideTmp).map((one) => ({
    ...one,
    word: argv[local.indexOf(one.word)] ?? one.word
  }))
}

/**
 * Returns the words of a command with a dot before each whole path that leads into the workspace, so that the path is judged
 * like one that is written from there. Devices are never files of a workspace.
 */
const localWords = ({ argv, paths, outside = [] }: CommandResource): ReadonlyArray<string> => {
  const known = new Set<string>(paths)
  const leaving = new Set(outside.map(({ at }) => at))
  return argv.map((word, at) => {
    const [, option = "", path = ""] = /^(--?[\w-]+=|-\w|)(\/(?!dev\/)[\w.@+/-]*[\w.@+-])\/?$/.exec(word) ?? []
    return at > 0 && known.has(path) && !leaving.has(at) ? `${option}.${path}` : word
  })
}

/** A function that decides whether a variable that a command sets is harmless: it does not change what runs. */
export type IsHarmless = typeof isHarmlessVariable

const begins = ({ words, open }: CommandPattern, command: CommandResource, isHarmless: IsHarmless): boolean => {
  const { argv, assigned, inWorkspace, loose = [] } = command
  if (!inWorkspace || !(open ? argv.length >= words.length : argv.length === words.length)) return false
  if (!words.every((word, i) => word === argv[i]) || !assigned.every(isHarmless)) return false
  // Loose words are permitted only among the further words, about which the pattern says nothing.
  return loose.every(({ at }) => at >= words.length)
}

/**
 * Whether a deny or ask pattern concerns a command in any spelling: with any path before the program, with options in
 * any position, order or bundle or under other names, and with further options before the words.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { concerns } from "@toolgate/policy"
 *
 * const pattern = { words: ["git", "push"], open: true }
 * const command = { kind: "command", assigned: [], wrapper: false, inWorkspace: true, paths: [], hosts: [] } as const
 * // Finds the command behind another spelling.
 * assert.equal(concerns(pattern, { ...command, argv: ["/usr/bin/git", "--no-pager", "push", "origin"] }), true)
 * assert.equal(concerns(pattern, { ...command, argv: ["git", "pull"] }), false)
 * ```
 */
export const concerns = ({ words, open }: CommandPattern, command: CommandResource): boolean => {
  const { argv } = command
  const [program, ...rest] = words
  if (program === undefined) return true
  if (argv.length === 0 || foldProgramName(argv[0] ?? "") !== foldProgramName(program)) return false
  const given = argv.slice(1)
  const looseAt = looseForms(command)
  const named = (word: string) => normalizeSubcommand(program, word)
  const wanted = rest.filter((word) => !isOption(word)).map(named)
  const synonyms = getOptionSynonyms(getCommandName(program))
  const isAnyOption = [...looseAt.values()].some((form) => form === undefined || form.startsWith("*"))
  return (
    (isAnyOption || rest.filter(isOption).every((option) => hasOption(given, option, synonyms))) &&
    operandsMatch(given, wanted, open, named, looseAt)
  )
}

/** Returns the forms of the loose words, by their positions after the program. */
const looseForms = ({ loose = [] }: CommandResource): ReadonlyMap<number, string | undefined> =>
  new Map(loose.map(({ at, pattern }) => [at - 1, pattern]))

/** Returns the name by which deny and ask rules find a program: without a folder and a version. On file systems that ignore case, `RM` is `rm`. */
export const foldProgramName = (word: string): string => normalizeProgramName(fold(word))

/**
 * Whether a word of a command looks like an option.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isOption } from "@toolgate/policy"
 *
 * assert.deepEqual(["--force", "-f", "-", "push"].map(isOption), [true, true, false, false])
 * ```
 */
export const isOption = (word: string): boolean => word.length > 1 && word.startsWith("-")

/** Whether a word may be the value of the option before it. */
export const mayBeValue = (argv: ReadonlyArray<string>, i: number): boolean => {
  const before = argv[i - 1] ?? ""
  return i > 0 && isOption(before) && before !== "--" && !before.includes("=")
}

/**
 * Whether the operands of a command begin with the wanted words. A word that may be an option's value is read both
 * ways, so that no value hides a subcommand. The search follows all possible positions at once.
 */
const operandsMatch = (
  given: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
  open: boolean,
  named: (word: string) => string,
  loose: ReadonlyMap<number, string | undefined>
): boolean => {
  let places: ReadonlySet<number> = new Set([0])
  for (let i = 0; i < given.length; i++) {
    const word = given[i] ?? ""
    const isValue = mayBeValue(given, i)
    const next = new Set<number>()
    for (const at of places) {
      if (isOption(word) || isValue || (open && at === wanted.length)) next.add(at)
      if (loose.has(i)) for (const end of reached(at, wanted, loose.get(i))) next.add(end)
      else if (wanted.length > at && named(word) === wanted[at]) next.add(at + 1)
    }
    places = next
  }
  return places.has(wanted.length)
}

/** Returns the positions that are reachable from `at` if a loose word expands to several of the wanted words. */
function* reached(at: number, wanted: ReadonlyArray<string>, form: string | undefined): Generator<number> {
  for (let next = at; next < wanted.length && mayBe(form, wanted[next] ?? ""); next++) yield next + 1
}

const mayBe = (form: string | undefined, word: string) => form === undefined || fitsForm(form, word)

const hasOption = (
  given: ReadonlyArray<string>,
  option: string,
  synonyms: ReadonlyArray<ReadonlyArray<string>>
): boolean => {
  if (hasSpelling(given, option, synonyms)) return true
  // A bundle such as `-rf` is present if each letter is present, in any place.
  return (
    /^-[A-Za-z]{2,}$/.test(option) && [...option.slice(1)].every((letter) => hasSpelling(given, `-${letter}`, synonyms))
  )
}

const hasSpelling = (
  given: ReadonlyArray<string>,
  option: string,
  synonyms: ReadonlyArray<ReadonlyArray<string>>
): boolean => {
  const spellings = synonyms.find((same) => same.includes(option)) ?? [option]
  return given.some((word) => spellings.some((spelling) => isSpelled(word, spelling)))
}

const isSpelled = (word: string, option: string): boolean => {
  if (word === option) return true
  if (option.startsWith("--")) {
    // A long option may be shortened as long as it is unambiguous, and may carry a value.
    const name = word.split("=", 1)[0] ?? ""
    return name.length > 2 && option.startsWith(name)
  }
  // A value that is attached to another option may look like a letter of a bundle. The mistake only refuses more.
  return option.length === 2 && /^-[^-]/.test(word) && word.includes(option[1] ?? "", 1)
}
