import { type CommandPosition, type Launcher, readOption } from "@toolgate/program-facts"
import { nameAssignedVariable } from "./isHarmlessVariable.ts"

/**
 * The effect of a launcher: the commands that it starts, as ranges of its words, and the texts that it passes to a
 * shell.
 */
export interface LauncherEffect {
  readonly commands: ReadonlyArray<{
    readonly from: number
    readonly to: number
    readonly assigned?: ReadonlyArray<string>
  }>
  /**
   * The texts for a shell. Each consists of the words from one index to another, joined by blanks, without the first
   * `skip` characters.
   */
  readonly texts?: ReadonlyArray<{
    readonly from: number
    readonly to: number
    readonly skip?: number
  }>
  /** The indexes of words that stand for files beneath the folder, which are unknown before it runs. */
  readonly files?: ReadonlyArray<number>
  /** The shell that reads the texts. By default, `sh`. */
  readonly shell?: ShellKind
  /** Whether the launcher only starts the command. */
  readonly wrapper: boolean
  /** Whether a shell reads the words itself. */
  readonly inShell?: true
  /** The reason why not everything that is started is known. */
  readonly doubt?: string
  /** Whether the commands are a guess, because the options are not known. */
  readonly isGuess?: true
}

/** The shell for which a text is read. Reading a text of an "other" shell is a guess. */
export type ShellKind = NonNullable<Launcher["shell"]>

/** Names of files: `found` ones begin with the folder that was searched, so that none is an option. */
export type FileNames = "found" | "listed"

/** Makes a guess for a program that starts another program in an unknown way. */
export const makeUnreadLaunch = (
  argv: ReadonlyArray<string>,
  doubt = `What "${argv[0]}" starts cannot be read from its options.`
): LauncherEffect => {
  // Each of the first operands may be the program. Each word with blanks may be a text for a shell, also after an
  // option's name or letter. That is enough for deny patterns to match.
  const candidates = [...argv.keys()].slice(1).filter((index) => argv[index]?.startsWith("-") === false)
  const texts = [...argv.keys()].slice(1).filter((index) => /\s/.test(argv[index] ?? ""))
  return {
    commands: candidates.slice(0, 4).map((from) => ({ from, to: argv.length })),
    texts: texts.slice(0, 4).map((from) => ({ from, to: from + 1, skip: nameLength(argv[from] ?? "") })),
    wrapper: false,
    doubt,
    isGuess: true
  }
}

const nameLength = (word: string) => /^(?:--[\w-]+=|-\w)/.exec(word)?.[0].length ?? 0

/** Returns what a program starts, according to its file. */
export const readLaunch = (launcher: Launcher, argv: ReadonlyArray<string>): LauncherEffect => {
  const { commands: places = [], only = false } = launcher
  const doubtOf = ({ doubt }: CommandPosition) => (doubt === undefined ? {} : { doubt: `"${argv[0]}" ${doubt}.` })
  const operand = places.find(({ from }) => from !== undefined)
  const { given, end } = launcher.options === undefined ? noOptions : leadingOptions(launcher.options, argv)
  const launchAt = (place: CommandPosition, starts: NonNullable<LauncherEffect["texts"]>): LauncherEffect => ({
    ...(place.as === "words" ? { commands: starts } : { commands: [], texts: starts }),
    wrapper: only && place.doubt === undefined,
    ...doubtOf(place)
  })
  const has = (names: string | undefined) => given.some(({ name }) => names?.split(/\s+/).includes(name))
  if (has(launcher.startsNothing)) return { commands: [], wrapper: false }
  for (const place of places) {
    const names = place.of?.split(/\s+/)
    if (names === undefined) continue
    if (launcher.options === undefined) {
      const starts = valuesAnywhere(names, argv, place)
      if (starts.length > 0) return launchAt(place, starts)
    } else if (has(place.of)) {
      return launchAt(
        place,
        given.flatMap((one) => (names.includes(one.name) ? readOptionText(one, argv) : []))
      )
    }
  }
  if (operand === undefined && launcher.commands !== undefined) return { commands: [], wrapper: false }
  if (operand === undefined || end === undefined) return makeUnreadLaunch(argv, operand && doubtOf(operand).doubt)
  const before = [...variablesOf(launcher, given, argv)]
  let from = end + (typeof operand.from === "number" ? operand.from : 1) - 1
  if (launcher.variables) {
    for (; assignment.test(argv[from] ?? ""); from++) before.push(assignedIn(argv[from] ?? ""))
    // `env` reads every word with `=` as a variable.
    if (only && argv[from]?.includes("=") === true) return makeUnreadLaunch(argv)
  }
  if (from >= argv.length)
    return only && operand.as !== "text"
      ? { commands: [], wrapper: true }
      : {
          commands: [],
          wrapper: false,
          doubt: `"${argv[0]}" starts a command that is not among its words.`,
          ...doubtOf(operand)
        }
  return {
    ...(operand.as === "text" || operand.as === "texts"
      ? { commands: [], texts: operandTexts(from, argv.length, operand.as) }
      : { commands: [{ from, to: argv.length, assigned: before }] }),
    wrapper: only,
    ...doubtOf(operand)
  }
}

const operandTexts = (from: number, to: number, as: "text" | "texts"): NonNullable<LauncherEffect["texts"]> =>
  as === "text"
    ? [{ from, to }]
    : Array.from({ length: to - from }, (_, at) => ({ from: from + at, to: from + at + 1 }))

const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/

const assignedIn = (word: string): string => {
  const [name = "", ...value] = word.split("=")
  return nameAssignedVariable(name, value.join("="))
}

interface LeadingOption {
  readonly name: string
  /** The index of its value. */
  readonly value: number
  /** The value, if it is joined to the option. */
  readonly joined?: string
}

const readOptionText = (
  { value, joined }: LeadingOption,
  argv: ReadonlyArray<string>
): NonNullable<LauncherEffect["texts"]> =>
  value < argv.length
    ? [{ from: value, to: value + 1, skip: joined === undefined ? 0 : (argv[value]?.length ?? 0) - joined.length }]
    : []

/** Returns the variables that options change. */
function* variablesOf(
  { sets = {}, unsets = "" }: Launcher,
  given: ReadonlyArray<LeadingOption>,
  argv: ReadonlyArray<string>
): Generator<string> {
  for (const { name, value, joined } of given) {
    for (const [variable, options] of Object.entries(sets)) if (options.split(/\s+/).includes(name)) yield variable
    if (unsets.split(/\s+/).includes(name)) yield joined ?? argv[value] ?? ""
  }
}

interface LeadingOptions {
  readonly given: ReadonlyArray<LeadingOption>
  /** The index of the first operand. Absent: an option before it is not known. */
  readonly end?: number
}

const noOptions: LeadingOptions = { given: [] }

/** Returns the options before the first operand, up to the first option that the notation does not list. */
const leadingOptions = (notation: string, argv: ReadonlyArray<string>): LeadingOptions => {
  const takes = countOptionWords(notation)
  const given: Array<LeadingOption> = []
  let at = 1
  for (; argv[at]?.startsWith("-") === true; at++) {
    const word = argv[at] ?? ""
    if (word === "--") return { given, end: at + 1 }
    if (word === "-" && !takes.has("-")) break
    if (word === "-" || word.startsWith("--")) {
      const [name = "", ...value] = word.split("=")
      const count = takes.get(name)
      if (count === undefined || (count === 0 && value.length > 0)) return { given }
      if (value.length > 0) given.push({ name, value: at, joined: value.join("=") })
      else given.push({ name, value: at + 1 })
      if (value.length === 0 && count !== joinedOnly) at += count
      continue
    }
    for (let letter = 1; letter < word.length; letter++) {
      const name = `-${word.charAt(letter)}`
      const count = takes.get(name)
      if (count === undefined) return { given }
      const joined = word.slice(letter + 1)
      if (count === 0 || joined === "") given.push({ name, value: at + 1 })
      else given.push({ name, value: at, joined })
      if (count === 0) continue
      if (joined === "" && count !== joinedOnly) at++
      break
    }
  }
  return { given, end: at }
}

const notations = new Map<string, ReadonlyMap<string, number>>()

/** Stands for a value that must be in the same word as its option. */
const joinedOnly = -1

const countOptionWords = (notation: string): ReadonlyMap<string, number> => {
  let takes = notations.get(notation)
  if (takes === undefined) {
    const options = notation.split(/\s+/).flatMap((word) => readOption(word, true))
    takes = new Map(
      options.flatMap(({ name, takes }) =>
        takes === "program" ? [] : [[name, takes === "joined" ? joinedOnly : takes] as const]
      )
    )
    notations.set(notation, takes)
  }
  return takes
}

/** Returns the positions of commands after options in any position, alone or at the end of a bundle. */
const valuesAnywhere = (names: ReadonlyArray<string>, argv: ReadonlyArray<string>, place: CommandPosition) => {
  const letters = names.flatMap((name) => (name.length === 2 ? name.slice(1) : []))
  const found: Array<{ readonly from: number; readonly to: number }> = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? ""
    const isOption = names.includes(word) || (/^-[a-zA-Z]+$/.test(word) && letters.includes(word.slice(-1)))
    if (!isOption || at + 1 >= argv.length) continue
    const one = range(argv, place, at + 1)
    if (one.from < one.to) found.push(one)
    if (place.as !== "words") break
    at = one.to
  }
  return found
}

/** Takes the words of the command that begins at an index, up to the words that end it. */
export const takeWords = (argv: ReadonlyArray<string>, { until = [] }: CommandPosition, from: number) => {
  const ends = until.map((end) => end.split(" "))
  const isEnd = (at: number) => ends.some((words) => words.every((word, i) => argv[at - words.length + 1 + i] === word))
  let to = from
  while (to < argv.length && !isEnd(to)) to++
  return { from, to }
}

const range = (argv: ReadonlyArray<string>, place: CommandPosition, from: number) =>
  place.as === "words" ? takeWords(argv, place, from) : { from, to: from + 1 }
