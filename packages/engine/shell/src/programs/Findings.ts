import type { DangerousWord, Harm } from "@toolgate/program-facts"

/**
 * Collects the words of a command that are not on any list. The first `named` words belong to a pattern, and are never
 * reported.
 */
export class Findings {
  readonly argv: ReadonlyArray<string>
  readonly named: number
  /** The program and its subcommands, as reasons name them. */
  title: string
  /** Whether an unknown option was passed, so that the next word may be its value. */
  private isDoubtful = false
  private readonly found = new Map<string, DangerousWord>()
  /** The indexes of words that lead out of the workspace. */
  private readonly outside: ReadonlyArray<number>
  private readonly synonyms: ReadonlyArray<ReadonlyArray<string>>
  /** The options whose values the pattern names. */
  private readonly namedValues = new Set<string>()
  /** The long options that the pattern names, and whether they are on. */
  private readonly switches = new Map<string, boolean>()

  constructor(
    argv: ReadonlyArray<string>,
    named: number,
    synonyms: ReadonlyArray<ReadonlyArray<string>> = [],
    outside: ReadonlyArray<number> = []
  ) {
    const program = argv[0] ?? ""
    this.argv = argv
    this.named = named
    this.synonyms = synonyms
    this.outside = outside
    this.title = program.slice(program.lastIndexOf("/") + 1)
  }

  get words(): ReadonlyArray<DangerousWord> {
    return [...this.found.values()]
  }

  add(word: DangerousWord): void {
    this.found.set(`${word.word}\0${word.reason}`, word)
  }

  report(at: number, given: string | Harm, name?: string): void {
    const word = this.argv[at] ?? ""
    const harm = typeof given === "string" ? { reason: given } : given
    if (at >= this.named) this.add({ word, ...harm, ...(name === undefined ? {} : { name }) })
  }

  /**
   * Notes an option with a value, in its own word or in the next. If the pattern names the option's value, another
   * value after it is reported, because it may replace the first.
   */
  noteValue(at: number, name: string, isJoined: boolean): void {
    const [spelling = name] = this.synonyms.find((spellings) => spellings.includes(name)) ?? []
    if ((isJoined ? at : at + 1) < this.named) this.namedValues.add(spelling)
    else if (this.namedValues.has(spelling)) this.report(at, "is repeated, and may override the earlier value", name)
  }

  /**
   * Notes a long option that is on or off. If the pattern names an option, turning it back with `--no-x` or `--x=false`
   * is reported.
   */
  noteSwitch(at: number, name: string, isOn: boolean): void {
    const plain = name.replace(/^(--?)no-/, "$1")
    const isPlainOn = (plain === name) === isOn
    if (at < this.named) this.switches.set(plain, isPlainOn)
    else if (this.switches.get(plain) === !isPlainOn) this.report(at, "reverses an option before it", name)
  }

  isOutside(at: number): boolean {
    return this.outside.includes(at)
  }

  /** Returns the indexes of words that lead out of the workspace, counted in the command that begins at an index. */
  outsideFrom(at: number): ReadonlyArray<number> {
    return this.outside.flatMap((one) => (one > at ? [one - at] : []))
  }

  isNamed(word: string): boolean {
    return this.argv.indexOf(word) < this.named
  }

  reportUnlisted(at: number, name: string): void {
    if (at < this.named) this.isDoubtful = true
    this.report(at, `is not among the options of "${this.title}" that are known to be harmless`, name)
  }

  /** Reports a word whose meaning matters, if an unknown option before it may have taken the word as its value. */
  reportIfDoubtful(at: number): void {
    if (this.isDoubtful) this.report(at, "may be the value of an unknown option")
  }
}
