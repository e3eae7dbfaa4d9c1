import type { ClosedList } from "./ClosedList.ts"
import { type Option, OptionNames } from "./OptionNames.ts"
import type { DangerousWord } from "./Program.ts"
import { subcommandsOf } from "./subcommandsOf.ts"

/** Finds the dangers in the words of another program, of which the first are taken as said. */
type Inner = (argv: ReadonlyArray<string>, named: number) => ReadonlyArray<DangerousWord>

/**
 * The words of a command that a closed list does not hold, each with its reason. The first `named` words are taken as said:
 * they only tell how the words behind them are read.
 */
export const unlistedWords = (
  list: ClosedList,
  argv: ReadonlyArray<string>,
  named: number,
  inner: Inner
): ReadonlyArray<DangerousWord> => new Reader(argv, named, inner).read(list)

/** A place in a word at which an option was read, and how many of the following words belong to it. */
interface Step {
  readonly words: number
}

class Reader {
  private readonly argv: ReadonlyArray<string>
  private readonly named: number
  private readonly inner: Inner
  private readonly found = new Map<string, DangerousWord>()
  /** The program and its subcommands, for reasons. */
  private title: string
  private style: ClosedList["style"]
  /** An option was passed of which nobody knows whether the next word is its value. */
  private isDoubtful = false

  constructor(argv: ReadonlyArray<string>, named: number, inner: Inner) {
    this.argv = argv
    this.named = named
    this.inner = inner
    const program = argv[0] ?? ""
    this.title = program.slice(program.lastIndexOf("/") + 1)
  }

  read(list: ClosedList): ReadonlyArray<DangerousWord> {
    this.style = list.style
    this.words(list, [list], 1)
    return [...this.found.values()]
  }

  private report(at: number, reason: string, name?: string) {
    const word = this.argv[at] ?? ""
    if (at >= this.named) this.found.set(`${at}\0${reason}`, { word, reason, ...(name === undefined ? {} : { name }) })
  }

  /** Where it matters what a word is, an option that may take it for its value leaves that open. */
  private reportDoubt(at: number) {
    if (this.isDoubtful) this.report(at, "may be the value of an option that nobody knows how to read")
  }

  private words(list: ClosedList, lists: ReadonlyArray<ClosedList>, from: number): void {
    const operands: Array<string> = []
    let isEnded = false
    for (let at = from; at < this.argv.length; at++) {
      const word = this.argv[at] ?? ""
      if (!isEnded && word === "--") isEnded = true
      else if (!isEnded && word.length > 1 && word.startsWith("-")) at += this.option(lists, at).words
      else if (list.subcommands !== undefined) {
        this.subcommand(list, lists, at)
        return
      } else {
        this.operand(list, lists, operands, at)
        operands.push(word)
        if (operands.length > 1 || list.rest === undefined) continue
        this.reportDoubt(at)
        if (list.rest === "script") return
        if (list.rest === "command") {
          this.command(at)
          return
        }
        isEnded = true
      }
    }
  }

  private operand(list: ClosedList, lists: ReadonlyArray<ClosedList>, before: ReadonlyArray<string>, at: number): void {
    const { operands, operand } = list
    const word = this.argv[at] ?? ""
    if (operands !== undefined && before.length + 1 >= operands.from) this.report(at, operands.reason)
    const isDash = word.startsWith("-") && word !== "-"
    const reason = operand?.(word, before) ?? (isDash ? undefined : this.exact(lists, word)?.reason)
    if (reason !== undefined) this.report(at, reason)
  }

  private command(at: number): void {
    const argv = this.argv.slice(at)
    for (const word of this.inner(argv, Math.max(0, this.named - at)))
      this.found.set(`${word.word}\0${word.reason}`, word)
  }

  private subcommand(list: ClosedList, lists: ReadonlyArray<ClosedList>, at: number): void {
    const word = this.argv[at] ?? ""
    const found = subcommandsOf(list, word)
    const inherited = lists.filter(({ everywhere }) => everywhere)
    this.reportDoubt(at)
    if (found.length === 0) {
      this.report(at, `is not among the subcommands of "${this.title}" that are known to be harmless`, word)
      // Nothing is known of it: its words are the pattern's to bound, but for the options of the whole program.
      this.dangers(inherited, at + 1)
      return
    }
    this.title += ` ${word}`
    const { style } = this
    for (const { asks } of found) if (asks !== undefined) this.report(at, asks, word)
    for (const one of found) {
      this.style = one.style ?? style
      this.words(one, [one, ...inherited], at + 1)
    }
  }

  private dangers(lists: ReadonlyArray<ClosedList>, from: number): void {
    for (let at = from; at < this.argv.length && this.argv[at] !== "--"; at++) {
      const word = this.argv[at] ?? ""
      if (!word.startsWith("-")) continue
      const reason = this.lookUp(lists, word.split("=", 1)[0] ?? "")?.reason
      if (reason !== undefined) this.report(at, reason, word.split("=", 1)[0])
    }
  }

  private option(lists: ReadonlyArray<ClosedList>, at: number): Step {
    const word = this.argv[at] ?? ""
    if (this.style !== undefined || word.startsWith("--")) return this.wordOption(lists, at)
    for (let letter = 1; letter < word.length; letter++) {
      const name = `-${word.charAt(letter)}`
      const option = this.exact(lists, name)
      if (option === undefined) return this.unknown(at, name)
      if (option.reason !== undefined) this.report(at, option.reason, name)
      if (option.takes === 0) continue
      const joined = word.slice(letter + 1)
      if (option.takes === "joined") return this.value(option, joined, at, 0)
      return joined === "" ? this.following(option, at) : this.value(option, joined, at, option.takes - 1)
    }
    return none
  }

  private wordOption(lists: ReadonlyArray<ClosedList>, at: number): Step {
    const word = this.argv[at] ?? ""
    const equals = word.indexOf("=")
    const name = equals === -1 ? word : word.slice(0, equals)
    const option = this.lookUp(lists, name)
    if (option === undefined) return this.unknown(at, name)
    if (option.reason !== undefined) this.report(at, option.reason, option.name)
    if (equals === -1) return option.takes === "joined" ? none : this.following(option, at)
    const value = word.slice(equals + 1)
    // A flag that is switched by its value, as Go's and npm's are.
    if (option.takes === 0) return /^(?:true|false|yes|no|0|1|)$/.test(value) ? none : this.unknown(at, name)
    return this.value(option, value, at, option.takes === "joined" ? 0 : option.takes - 1)
  }

  /** The option that a word names; one that it may be short for, and that does harm, goes before any other. */
  private lookUp(lists: ReadonlyArray<ClosedList>, word: string): Option | undefined {
    const { style } = this
    const name = style === "dashes" && word.startsWith("--") ? word.slice(1) : word
    const option = this.exact(lists, name)
    if (option !== undefined || style !== undefined) return option
    const candidates = lists.flatMap((list) => namesOf(list, style).shortFor(name))
    const [first] = candidates
    if (first !== undefined && candidates.some(({ takes }) => takes !== first.takes)) return undefined
    return candidates.find(({ reason }) => reason !== undefined) ?? first
  }

  /** An option whose value is the next words. */
  private following(option: Option, at: number): Step {
    const words = option.takes === "joined" ? 0 : option.takes
    for (let next = at + 1; next <= at + words && next < this.argv.length; next++) {
      const value = this.argv[next] ?? ""
      if (value.startsWith("-")) this.reportDoubt(next)
      this.check(option, value, next)
    }
    return { words }
  }

  private value(option: Option, value: string, at: number, words: number): Step {
    this.check(option, value, at)
    return { words }
  }

  private check({ name, check }: Option, value: string, at: number): void {
    const reason = check?.(name, value)
    if (reason !== undefined) this.report(at, reason, name)
  }

  private exact(lists: ReadonlyArray<ClosedList>, name: string): Option | undefined {
    for (const list of lists) {
      const option = namesOf(list, this.style).exactly(name)
      if (option !== undefined) return option
    }
    return name === help.name ? help : undefined
  }

  private unknown(at: number, name: string): Step {
    if (at < this.named) this.isDoubtful = true
    this.report(at, `is not among the options of "${this.title}" that are known to be harmless`, name)
    return none
  }
}

const none: Step = { words: 0 }

const help: Option = { name: "--help", takes: 0 }

const known = new WeakMap<ClosedList, OptionNames>()

/** The options of a list, whose style is its program's. */
const namesOf = (list: ClosedList, style: ClosedList["style"]): OptionNames => {
  let names = known.get(list)
  if (names === undefined) {
    names = new OptionNames(list, style)
    known.set(list, names)
  }
  return names
}
