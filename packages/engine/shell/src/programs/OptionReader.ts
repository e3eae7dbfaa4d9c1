import type { ClosedList, Harm, HasOption } from "@toolgate/program-facts"
import type { Findings } from "./Findings.ts"
import { getOptionNames, type Option } from "./OptionNames.ts"

/**
 * Reads the options of a command. Looks them up first in the command's own list, then in those of its parent commands.
 */
export class OptionReader {
  private readonly findings: Findings
  private readonly lists: ReadonlyArray<ClosedList>
  private readonly style: ClosedList["style"]
  private readonly skipsDashes: boolean
  /** The names of the options that were read so far, the last one at the end. */
  readonly given = new Set<string>()
  /** Whether the command has an option, including in the words that have not been read yet. */
  readonly has: HasOption
  /** The index at which the words of another program begin, after an option that is followed by a program. */
  program: number | undefined

  constructor(
    findings: Findings,
    lists: ReadonlyArray<ClosedList>,
    style: ClosedList["style"],
    skipsDashes: boolean,
    has: HasOption = () => false
  ) {
    this.has = has
    this.findings = findings
    this.lists = lists
    this.style = style
    this.skipsDashes = skipsDashes
  }

  /** Reads the option at an index. Returns how many of the words after it are its value. */
  read(at: number): number {
    const word = this.word(at)
    if (this.style !== undefined || word.startsWith("--")) return this.readLong(at)
    for (let letter = 1; letter < word.length; letter++) {
      const name = `-${word.charAt(letter)}`
      const option = this.exactly(name)
      this.note(name)
      if (option === undefined) return this.reportUnlisted(at, name)
      this.reportDanger(at, option, name)
      if (option.takes === 0) continue
      const joined = word.slice(letter + 1)
      this.findings.noteValue(at, option.name, joined !== "")
      if (option.takes === "program") return joined === "" ? this.beginProgram(at + 1) : this.reportUnlisted(at, name)
      if (option.takes === "joined") return this.readJoined(option, joined, at)
      if (joined === "") return this.readFollowing(option, option.takes, at)
      return this.skipsDashes ? this.reportUnlisted(at, name) : this.readJoined(option, joined, at)
    }
    return 0
  }

  /** Reports possible dangers among words whose program is unknown. */
  reportDangers(from: number): void {
    const { argv } = this.findings
    for (let at = from; at < argv.length && argv[at] !== "--"; at++) {
      const word = this.word(at)
      if (!word.startsWith("-")) continue
      const names = [nameIn(word)]
      if (this.style === undefined && !word.startsWith("--"))
        for (const letter of word.slice(1)) names.push(`-${letter}`)
      for (const name of names) {
        const option = this.lookUp(name)
        if (option?.harm !== undefined) this.findings.report(at, option.harm, name)
        else if (option?.takes === 1) this.checkPossibleValue(option, name, at)
      }
    }
  }

  private reportDanger(at: number, { harm, liftedBy = [] }: Option, name: string): void {
    if (harm !== undefined && !liftedBy.some((option) => this.has(option))) this.findings.report(at, harm, name)
  }

  private checkPossibleValue(option: Option, name: string, at: number): void {
    const word = this.word(at)
    // The letter of a short option may be part of a bundle.
    const joined = name.startsWith("--") ? word.slice(name.length) : word.slice(word.indexOf(name.charAt(1), 1) + 1)
    if (joined === "") this.check(option, this.word(at + 1), at + 1, at)
    else this.check(option, joined.replace(/^=/, ""), at, at)
  }

  /** Returns the harm that an operand does by its name, or `undefined`. */
  operandHarm(word: string): Harm | undefined {
    return word.startsWith("-") && word !== "-" ? undefined : this.exactly(word)?.harm
  }

  private readLong(at: number): number {
    const word = this.word(at)
    const name = nameIn(word)
    const option = this.lookUp(name)
    this.note(option?.name ?? name)
    if (option === undefined) return this.reportUnlisted(at, name)
    this.reportDanger(at, option, option.name)
    this.findings.noteSwitch(at, option.name, !/=(?:false|no|off|0)$/.test(word))
    if (option.takes !== 0) this.findings.noteValue(at, option.name, name !== word)
    if (option.takes === "program") return name === word ? this.beginProgram(at + 1) : this.reportUnlisted(at, name)
    if (name === word) return option.takes === "joined" ? 0 : this.readFollowing(option, option.takes, at)
    const value = word.slice(name.length + 1)
    if (option.takes !== 0) return this.readJoined(option, value, at)
    // A flag that its value switches, as in Go and npm.
    if (/^(?:true|yes|1|)$/.test(value)) return 0
    const negated = /^(?:false|no|0)$/.test(value) ? this.lookUp(name.replace(/^-+/, "--no-")) : undefined
    if (negated === undefined) return this.reportUnlisted(at, name)
    if (negated.harm !== undefined) this.findings.report(at, negated.harm, negated.name)
    return 0
  }

  /**
   * Returns the option that a word names. Among the options that the word may be short for, one that does harm comes
   * first.
   */
  private lookUp(word: string): Option | undefined {
    const name = this.style === "dashes" && word.startsWith("--") ? word.slice(1) : word
    const option = this.exactly(name)
    if (option !== undefined || this.style !== undefined || isWholeName.test(name)) return option
    const candidates = this.lists.flatMap((list) => getOptionNames(list, this.style).shortFor(name))
    const [first] = candidates
    if (first !== undefined && candidates.some(({ takes }) => takes !== first.takes)) return undefined
    return candidates.find(({ harm }) => harm !== undefined) ?? (first && checkedByAll(first, candidates))
  }

  private exactly(name: string): Option | undefined {
    for (const list of this.lists) {
      const option = getOptionNames(list, this.style).exactly(name)
      if (option !== undefined) return option
    }
    return name === help.name ? help : undefined
  }

  private note(name: string): void {
    this.given.delete(name)
    this.given.add(name)
  }

  private beginProgram(program: number): number {
    this.program = program
    return 0
  }

  private readFollowing(option: Option, words: number, at: number): number {
    for (let next = at + 1; next <= at + words && next < this.findings.argv.length; next++) {
      const value = this.word(next)
      if (value.startsWith("-")) this.findings.reportIfDoubtful(next)
      if (value.startsWith("-") && this.skipsDashes && !/^-\d+$/.test(value))
        this.findings.report(next, "stands in place of a missing value, and may be an option")
      this.check(option, value, next, at)
    }
    return words
  }

  private readJoined(option: Option, value: string, at: number): number {
    this.check(option, value, at, at)
    return typeof option.takes === "number" ? option.takes - 1 : 0
  }

  /** Checks a value at an index, of an option at another one. */
  private check({ name, check }: Option, value: string, at: number, option: number): void {
    const harm = check?.(name, value, this.given, this.has, option < this.findings.named)
    if (harm !== undefined) this.findings.report(at, harm, name)
  }

  private reportUnlisted(at: number, name: string): number {
    this.findings.reportUnlisted(at, name)
    return 0
  }

  private word(at: number): string {
    return this.findings.argv[at] ?? ""
  }
}

/** Returns an option whose value does harm if it does so as the value of any of the candidates. */
const checkedByAll = (option: Option, candidates: ReadonlyArray<Option>): Option =>
  candidates.length === 1
    ? option
    : {
        ...option,
        check: (_, ...asked) => {
          for (const { name, check } of candidates) {
            const harm = check?.(name, ...asked)
            if (harm !== undefined) return harm
          }
          return undefined
        }
      }

/**
 * Names that do harm in most programs. Such a name is not read as short for another one, such as `--force` for
 * `--force-color`, because the program may have it without listing it.
 */
const isWholeName = /^--(?:force|delete|remove|write|overwrite|exec|output|config|fix|push|publish|purge|prune)$/

const nameIn = (word: string) => word.split("=", 1)[0] ?? ""

const help: Option = { name: "--help", takes: 0 }
