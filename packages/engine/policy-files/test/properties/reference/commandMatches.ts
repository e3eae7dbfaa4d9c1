import type { CommandResource } from "@toolgate/core"
import { countHarmlessOptions, findDangerousWords, getOptionSynonyms, isSameOption, readAct } from "@toolgate/shell"

interface Words {
  readonly words: ReadonlyArray<string>
  readonly open: boolean
}

/**
 * Returns the words of a command pattern; `undefined` if the text is invalid. Quotes mean only the text within them.
 */
export const fillCommand = (text: string): Words | undefined => {
  if (text === "*") return { words: [], open: true }
  const open = text.endsWith(":*")
  const words: Array<string> = []
  for (const given of (open ? text.slice(0, -2) : text).split(" ").filter((word) => word !== "")) {
    const quoted = /^'([^']*)'$/.exec(given)
    if (quoted === null && /[*'"\\]/.test(given)) return undefined
    words.push(quoted === null ? given : (quoted[1] ?? ""))
  }
  return words.length === 0 ? undefined : { words, open }
}

/**
 * Whether an allow pattern covers a command: exactly these words, in the workspace, with no dangerous variable, and
 * with no unnamed dangerous word. Harmless options may stand before each subcommand of the pattern.
 */
export const coversCommand = (
  pattern: Words,
  command: CommandResource,
  isHarmless: (variable: string) => boolean
): boolean => {
  const argv = [...command.argv]
  for (const [at, word] of pattern.words.entries()) {
    if (at === 0 || !pattern.open || word.startsWith("-")) {
      if (at > 0) break
      continue
    }
    if (argv[at]?.startsWith("-") === true) argv.splice(at, countHarmlessOptions(argv, at))
  }
  return coversWords(pattern, command, isHarmless) || coversWords(pattern, { ...command, argv }, isHarmless)
}

const coversWords = (
  { words, open }: Words,
  { argv, assigned, inWorkspace }: CommandResource,
  isHarmless: (variable: string) => boolean
): boolean =>
  inWorkspace &&
  words.every((word, i) => argv[i] === word) &&
  (open || argv.length === words.length) &&
  assigned.every(isHarmless) &&
  (!open || findDangerousWords(argv, words.length).length === 0)

/**
 * Whether a deny or ask pattern concerns a command: the same program, with these options in any place and these
 * operands in order.
 */
export const concernsCommand = (pattern: Words, command: CommandResource): boolean =>
  concernsWords(pattern, command) || namesAct(pattern, command)

/** Whether the command does what the pattern names, after both are read into one spelling. */
const namesAct = ({ words, open }: Words, { argv }: CommandResource): boolean => {
  const read = ([program = "", ...rest]: ReadonlyArray<string>) => readAct([program.toLowerCase(), ...rest])
  const [wanted, given] = [read(words), read(argv)]
  if (wanted === undefined || wanted.program !== given?.program) return false
  const isAnywhere = given.hasTargets || (given.isUnordered && wanted.subcommands > 0)
  const isSkipped = (at: number) => open && (at === wanted.operands.length || (isAnywhere && at >= wanted.subcommands))
  const follows = (from: number, at: number): boolean => {
    const operand = given.operands[from]
    if (operand === undefined) return at === wanted.operands.length
    const isNext = operand.word === wanted.operands[at]?.word && follows(from + 1, at + 1)
    return isNext || ((operand.isDoubtful || isSkipped(at)) && follows(from + 1, at))
  }
  return wanted.options.every((option) => given.options.some((other) => isSameOption(option, other))) && follows(0, 0)
}

const concernsWords = ({ words, open }: Words, { argv }: CommandResource): boolean => {
  const [wantedProgram, ...wanted] = words
  const [program, ...given] = argv
  if (wantedProgram === undefined) return true
  if (program === undefined || fileName(program).toLowerCase() !== fileName(wantedProgram).toLowerCase()) return false
  const same = (option: string): ReadonlyArray<string> =>
    getOptionSynonyms(fileName(program)).find((spellings) => spellings.includes(option)) ?? [option]
  return (
    wanted.filter(isOption).every((option) => isGiven(option, given, same)) &&
    operandsFollow(
      given,
      0,
      wanted.filter((word) => !isOption(word)),
      open
    )
  )
}

const fileName = (program: string): string => program.split("/").at(-1) ?? ""

const isOption = (word: string): boolean => word.startsWith("-") && word !== "-"

/**
 * Whether the operands follow. Every word that is not an option is the next wanted word, or the possible value of the
 * option before it, or comes after all wanted words.
 */
const operandsFollow = (
  given: ReadonlyArray<string>,
  i: number,
  wanted: ReadonlyArray<string>,
  open: boolean
): boolean => {
  const word = given[i]
  if (word === undefined) return wanted.length === 0
  if (isOption(word)) return operandsFollow(given, i + 1, wanted, open)
  const before = given[i - 1] ?? ""
  const maybeValue = isOption(before) && before !== "--" && !before.includes("=")
  const extra = wanted.length === 0 && open
  return (
    (word === wanted[0] && operandsFollow(given, i + 1, wanted.slice(1), open)) ||
    ((maybeValue || extra) && operandsFollow(given, i + 1, wanted, open))
  )
}

const isGiven = (
  option: string,
  given: ReadonlyArray<string>,
  same: (option: string) => ReadonlyArray<string>
): boolean => {
  const alone = (one: string) => same(one).some((spelling) => given.some((word) => isSpelled(word, spelling)))
  if (alone(option)) return true
  const letters = option.slice(1)
  return letters.length > 1 && /^[A-Za-z]+$/.test(letters) && [...letters].every((letter) => alone(`-${letter}`))
}

const isSpelled = (word: string, option: string): boolean => {
  if (word === option) return true
  const [name = ""] = word.split("=")
  if (option.startsWith("--")) return name.startsWith("--") && name !== "--" && option.startsWith(name)
  return option.length === 2 && /^-[^-]/.test(word) && word.slice(1).includes(option.slice(1))
}
