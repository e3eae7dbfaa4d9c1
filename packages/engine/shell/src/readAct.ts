import {
  type ClosedList,
  findKnownPrograms,
  normalizePath,
  normalizeProgramName,
  type Program,
  type Spelling
} from "@toolgate/program-facts"
import { findSubcommands } from "./programs/findSubcommands.ts"
import { getOptionNames, type Option } from "./programs/OptionNames.ts"

/** The act of a command, judging by its words: each option and operand in a normalised spelling. */
export interface Act {
  /** The name of the program, without a folder and a version. */
  readonly program: string
  /** The options, each in its first spelling. */
  readonly options: ReadonlyArray<ActOption>
  readonly operands: ReadonlyArray<ActOperand>
  /** The number of operands at the beginning that are subcommands. */
  readonly subcommands: number
  /** Whether the operands behind the subcommands are of one kind, so that their order does not matter. */
  readonly isUnordered: boolean
  /** Whether each operand is a separate order, as in `make`. */
  readonly hasTargets: boolean
}

interface ActOption {
  readonly name: string
  readonly value?: string
  /** The index among the words of the command of the option or, if it has a value, of its value. */
  readonly at: number
  /** The index of the option itself. */
  readonly option: number
}

interface ActOperand {
  readonly word: string
  /** The index among the words of the command. */
  readonly at: number
  /** Whether an unknown option before it may have taken it as its value. */
  readonly isDoubtful: boolean
}

/**
 * Returns a command's act in a normalised spelling: bundles of letters are split, options have their first name,
 * values are separate, subcommands have their main name, and operands have their program's form. `undefined`: the
 * program is unknown.
 *
 * ```ts
 * import { readAct } from "@toolgate/shell"
 *
 * readAct(["curl", "https://x.test", "-XDELETE"])?.options // [{ name: "-X", value: "DELETE", at: 2 }]
 * ```
 */
export const readAct = (argv: ReadonlyArray<string>): Act | undefined => {
  const known = findKnownPrograms(argv[0] ?? "")
  const program = known.find(({ closed }) => closed !== undefined)
  if (program?.closed === undefined) return undefined
  const list = program.closed
  const act = new ActReader(program, list, argv).read()
  return (program.spellings ?? []).reduce((all, spelling) => inPlainSpelling(program, list, all, spelling, argv), act)
}

/** Reads the words of one command. */
export class ActReader {
  private readonly options: Array<ActOption> = []
  private readonly operands: Array<ActOperand> = []
  private lists: ReadonlyArray<ClosedList>
  style: ClosedList["style"]
  private subcommands = 0
  private isDoubtful = false
  /** The lists that apply, each with the number of operands before its own. */
  readonly entered: Array<{ readonly list: ClosedList; readonly operands: number }>
  /** The index of the word `--`, if present. */
  dashes: number | undefined
  /** The index of the first option that may have taken the next word as its value. */
  doubt: number | undefined
  /** The index of an unlisted word in the position of a subcommand. */
  unknown: number | undefined
  /** The indexes at which the words of other programs begin. */
  readonly programs: Array<number> = []

  /** The name of another program that is joined to an option, as in `python -mpip`. */
  joined: { readonly word: string; readonly at: number } | undefined

  private readonly program: Program
  private readonly argv: ReadonlyArray<string>

  constructor(program: Program, list: ClosedList, argv: ReadonlyArray<string>) {
    this.program = program
    this.argv = argv
    this.lists = [list]
    this.entered = [{ list, operands: 0 }]
    this.style = list.style
  }

  read(): Act {
    const { argv } = this
    for (let at = 1; at < argv.length; at++) {
      const word = argv[at] ?? ""
      if (word === "--") {
        this.dashes = at
        for (let next = at + 1; next < argv.length; next++) this.addOperand(argv[next] ?? "", next)
        break
      }
      if (word.length > 1 && word.startsWith("-")) {
        at += this.readOption(word, at)
        // The words after the name of a program belong to that program.
        if (this.programs.length > 0)
          while (++at < argv.length) this.operands.push({ word: argv[at] ?? "", at, isDoubtful: false })
      } else if (at === 1 && this.program.bundlesFirst === true && /^[A-Za-z]+$/.test(word))
        at += this.readLetters(word, at)
      else this.addOperand(word, at)
    }
    this.addImplied()
    const { options, operands, subcommands } = this
    const program = normalizeProgramName(argv[0] ?? "")
    const isUnordered = this.list.rest === undefined
    return { program, options, operands, subcommands, isUnordered, hasTargets: this.list.targets === true }
  }

  private get list(): ClosedList {
    return this.lists[0] as ClosedList
  }

  private addOperand(word: string, at: number): void {
    const isDoubtful = this.isDoubtful
    this.isDoubtful = false
    const { list } = this
    // A word such as `+nightly` before the subcommand chooses a toolchain.
    if (list.subcommands !== undefined && this.operands.length === 0 && /^\+\w/.test(word)) return
    if (list.subcommands !== undefined && this.operands.length === this.subcommands + (list.before ?? 0)) {
      const plain = plainSubcommand(this.program, word, this.subcommands)
      this.operands.push({ word: plain, at, isDoubtful })
      const [found] = findSubcommands(list, word)
      if (found === undefined) {
        if (list.otherwise === "command") this.programs.push(at)
        this.unknown = at
        return
      }
      if (found.isProgram) this.programs.push(at)
      this.entered.push({ list: found, operands: this.operands.length })
      this.subcommands = this.operands.length
      this.lists = [found, ...this.lists.filter(({ everywhere }) => everywhere)]
      this.style = found.style ?? this.style
      return
    }
    const words = list.form?.(word) ?? [normalizePath(word)]
    for (const one of words)
      if (words.length > 1 && one.startsWith("-")) this.options.push({ name: this.plainName(one), at, option: at })
      else this.operands.push({ word: one, at, isDoubtful })
  }

  /** Returns how many of the next words are the values of the option. */
  private readOption(word: string, at: number): number {
    if (this.style === undefined && !word.startsWith("--")) return this.readLetters(word.slice(1), at)
    const end = word.indexOf("=")
    const name = end === -1 ? word : word.slice(0, end)
    const option = this.lookUp(name)
    const value = end === -1 ? undefined : word.slice(end + 1)
    return this.add(option, name, value, at)
  }

  private readLetters(letters: string, at: number): number {
    for (let index = 0; index < letters.length; index++) {
      const name = `-${letters.charAt(index)}`
      const option = this.exactly(name)
      if (option === undefined || option.takes === 0) {
        this.add(option, name, undefined, at)
        continue
      }
      const joined = letters.slice(index + 1)
      return this.add(option, name, joined === "" ? undefined : joined.replace(/^=/, ""), at)
    }
    return 0
  }

  private add(option: Option | undefined, name: string, joined: string | undefined, at: number): number {
    const plain = this.plainName(option?.name ?? name)
    const takes = option === undefined || typeof option.takes !== "number" ? 0 : option.takes
    if (option === undefined) this.isDoubtful = joined === undefined
    if (option === undefined && joined === undefined) this.doubt ??= at
    if (option?.takes === "program" && joined === undefined) this.programs.push(at + 1)
    if (option?.takes === "program" && joined !== undefined) {
      this.joined = { word: joined, at }
      this.programs.push(this.argv.length)
    }
    if (joined !== undefined) {
      this.options.push({ name: plain, value: joined, at, option: at })
      return 0
    }
    const values = this.argv.slice(at + 1, at + 1 + takes)
    this.options.push(
      values.length === 0
        ? { name: plain, at, option: at }
        : { name: plain, value: values.join(" "), at: at + values.length, option: at }
    )
    return values.length
  }

  /** Adds the options that other options imply, unless the command overrides them. */
  private addImplied(): void {
    for (const { list } of this.entered)
      for (const { option, by, ...value } of list.implied ?? []) {
        const name = this.plainName(option)
        const names = by.map((one) => this.plainName(one))
        const given = this.options.find((one) => names.includes(one.name))
        if (given !== undefined && this.options.every((one) => one.name !== name))
          this.options.push({ name, ...value, at: given.at, option: given.option })
      }
  }

  private lookUp(name: string): Option | undefined {
    const exact = this.exactly(this.style === "dashes" && name.startsWith("--") ? name.slice(1) : name)
    if (exact !== undefined || this.style !== undefined) return exact
    const [first] = this.lists.flatMap((list) => getOptionNames(list, this.style).shortFor(name))
    return first
  }

  private exactly(name: string): Option | undefined {
    for (const list of this.lists) {
      const option = getOptionNames(list, this.style).exactly(name)
      if (option !== undefined) return option
    }
    return undefined
  }

  /** Returns the first spelling of an option. */
  plainName(name: string): string {
    for (const { synonyms } of [...this.lists, this.program])
      for (const same of synonyms ?? []) if (same.includes(name)) return same[0] ?? name
    return name
  }
}

const plainSubcommand = ({ aliases = [] }: Program, word: string, depth: number): string =>
  (depth === 0 ? aliases.find((names) => names.includes(word))?.[0] : undefined) ?? word

/** Replaces equivalent words by the main words of a subcommand. */
const inPlainSpelling = (
  program: Program,
  list: ClosedList,
  act: Act,
  { plain, other, operand }: Spelling,
  argv: ReadonlyArray<string>
): Act => {
  const [name = ""] = program.names
  const wanted = new ActReader(program, list, [name, ...other]).read()
  if (!wanted.operands.every(({ word }, index) => act.operands[index]?.word === word)) return act
  const rest = act.operands.slice(wanted.operands.length)
  if (operand !== undefined && !rest.some(({ at }) => operand.test(argv[at] ?? ""))) return act
  if (!wanted.options.every((option) => act.options.some((given) => isSameOption(option, given)))) return act
  const meant = new ActReader(program, list, [name, ...plain]).read()
  const at = act.operands[0]?.at ?? 1
  const operands = [...meant.operands.map((one) => ({ ...one, at })), ...rest]
  const options = act.options.filter((given) => !wanted.options.some((option) => isSameOption(option, given)))
  return {
    ...act,
    options: [...meant.options.map((one) => ({ ...one, at })), ...options],
    operands,
    subcommands: meant.subcommands
  }
}

/** Whether an option of a command is the option that is wanted, with the value that is wanted. */
export const isSameOption = (wanted: ActOption, given: ActOption): boolean =>
  wanted.name === given.name && (wanted.value === undefined || wanted.value === given.value)
