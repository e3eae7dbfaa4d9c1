import type { DangerousWord } from "./Program.ts"

/** The words of a command that were found on no list. The first `named` words are taken as said, and never among them. */
export class Findings {
  readonly argv: ReadonlyArray<string>
  readonly named: number
  /** The program and its subcommands, for reasons. */
  title: string
  /** An option was passed of which nobody knows whether the next word is its value. */
  private isDoubtful = false
  private readonly found = new Map<string, DangerousWord>()
  /** The places of words that lead out of the workspace. */
  private readonly outside: ReadonlyArray<number>
  private readonly synonyms: ReadonlyArray<ReadonlyArray<string>>
  /** The options whose values are taken as said. */
  private readonly said = new Set<string>()
  /** The long options that are taken as said, and whether they are on. */
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

  report(at: number, reason: string, name?: string): void {
    const word = this.argv[at] ?? ""
    if (at >= this.named)
      this.found.set(`${word}\0${reason}`, { word, reason, ...(name === undefined ? {} : { name }) })
  }

  /** An option with a value, in its own word or in the next: where one is taken as said, another one that comes behind it may replace it. */
  valued(at: number, name: string, isJoined: boolean): void {
    const [spelling = name] = this.synonyms.find((spellings) => spellings.includes(name)) ?? []
    if ((isJoined ? at : at + 1) < this.named) this.said.add(spelling)
    else if (this.said.has(spelling)) this.report(at, "comes again, and may replace the value before it", name)
  }

  /** A long option, on or off: what is taken as said is not to be taken back, by `--no-x` or `--x=false`. */
  switched(at: number, name: string, isOn: boolean): void {
    const plain = name.replace(/^(--?)no-/, "$1")
    const isPlainOn = (plain === name) === isOn
    if (at < this.named) this.switches.set(plain, isPlainOn)
    else if (this.switches.get(plain) === !isPlainOn) this.report(at, "takes back what stands before it", name)
  }

  /** Whether the word at a place leads out of the workspace. */
  isBeyond(at: number): boolean {
    return this.outside.includes(at)
  }

  /** The places of words that lead out of the workspace, in the command that begins at one. */
  outsideFrom(at: number): ReadonlyArray<number> {
    return this.outside.flatMap((one) => (one > at ? [one - at] : []))
  }

  /** Whether a word is among those that are taken as said. */
  isSaid(word: string): boolean {
    return this.argv.indexOf(word) < this.named
  }

  /** An option that is not listed. */
  unlisted(at: number, name: string): void {
    if (at < this.named) this.isDoubtful = true
    this.report(at, `is not among the options of "${this.title}" that are known to be harmless`, name)
  }

  /** Where it matters what a word is, an option that may take it for its value leaves that open. */
  doubt(at: number): void {
    if (this.isDoubtful) this.report(at, "may be the value of an option that nobody knows how to read")
  }
}
