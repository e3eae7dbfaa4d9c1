import { LineCounter } from "yaml"

/** The facts about a file that are known before it is read. */
export interface ReadingOptions {
  /** The name that stands for the file in every source. */
  readonly name: string
  /** The kind of file, in a sentence: "policy". */
  readonly what: string
  /** The shortest valid content of such a file. */
  readonly least: string
  /** The home folder that `~/` stands for. Absent: a path with `~/` is a fault. */
  readonly home?: string | undefined
  /** The platform that decides how absolute paths look. Absent: this machine's. */
  readonly platform?: NodeJS.Platform | undefined
  /** Whether no file precedes this one, so that this file gets the defaults for what it leaves out. Absent: true. */
  readonly isFirst?: boolean
}

/** A file that is being read, with the problems that are found on the way. */
export class Reading {
  readonly what: string
  readonly least: string
  readonly home: string | undefined
  readonly platform: NodeJS.Platform
  readonly isFirst: boolean
  /** The uses of names that the file defines somewhere. They are checked when all names are known. */
  readonly uses: Array<NameUse> = []
  /** The text that is read, to which offsets refer. */
  text = ""
  /** The positions at which the lines of the text begin. */
  readonly lines = new LineCounter()
  private readonly name: string
  private readonly problems = new Problems()
  private readonly all = new Problems()
  private readonly left: Array<LeftOut> = []

  constructor({ name, what, least, home, platform = process.platform, isFirst = true }: ReadingOptions) {
    this.name = name
    this.what = what
    this.least = least
    this.home = home
    this.platform = platform
    this.isFirst = isFirst
  }

  /** Returns the place of an offset, as `file:line:column`. */
  source(at: number): string {
    const { line, col } = this.lines.linePos(at)
    return `${this.name}:${line}:${col}`
  }

  /**
   * Reports a problem and returns `undefined`, in place of a value. `message` is only called if the problem is shown.
   */
  fault(at: number, message: () => string): undefined {
    this.problems.add(at, message)
    this.all.add(at, message)
    return undefined
  }

  /**
   * The problems of the file, in the order of the text, with the number of further ones; `undefined` if there are none.
   */
  get faults(): Faults | undefined {
    return this.problems.any ? this.placed(this.problems) : undefined
  }

  /**
   * Leaves an entry of the file out if a problem was found in it, so that it keeps no other entry out. Returns whether it was. `what` is
   * the kind of entry: "server". Its problems are those of `leftOut`, and no longer of the file.
   */
  leaveOut(what: string, name: string, spans: ReadonlyArray<Span>): boolean {
    const problems = this.problems.take(spans)
    if (problems.any) this.left.push({ what, name, ...this.placed(problems) })
    return problems.any
  }

  /** The problems of the file and of every entry that was left out, in the order of the text. */
  get everyFault(): Faults | undefined {
    return this.all.any ? this.placed(this.all) : undefined
  }

  /** The entries that were left out, in the order in which they were read. */
  get leftOut(): ReadonlyArray<LeftOut> {
    return this.left
  }

  private placed({ first, more }: Problems): Faults {
    return { problems: first.map(({ at, message }) => ({ source: this.source(at), message })), more }
  }
}

/** An entry of a file that is not used, and its problems. Everything else in the file is used. */
export interface LeftOut extends Faults {
  /** The kind of entry, as in "server". */
  readonly what: string
  readonly name: string
}

interface NameUse {
  /** The kind of name, as in "group". */
  readonly kind: string
  readonly name: string
  readonly at: number
}

/** The problems of a file. */
export interface Faults {
  /**
   * The first problems, each with its place as `file:line:column`, and a message in lower case and without a full stop.
   */
  readonly problems: ReadonlyArray<{ readonly source: string; readonly message: string }>
  /** The number of further problems. */
  readonly more: number
}

/** A problem, and its position as an offset into the text in UTF-16 units. */
interface Problem {
  readonly at: number
  readonly message: string
}

/** A part of a text, from an offset up to another one. */
interface Span {
  readonly at: number
  readonly end: number
}

/** The largest number of problems that are reported. Further problems are only counted. */
const mostProblems = 50

/** The largest number of problems that are known one by one, so that they can be said of the part that has them. */
const mostFound = 1000

/**
 * The problems of one text. The class keeps the first problems by position, in whatever order they are found. A text of
 * some megabytes can have a million problems, so a message is only made if it is kept.
 */
class Problems {
  private kept: Array<Problem> = []
  private count = 0
  private found: Array<{ readonly at: number; readonly message: () => string }> = []

  add(at: number, message: () => string): void {
    if (this.count < mostFound) this.found.push({ at, message })
    this.keep(at, message)
  }

  /** Takes the problems out that are in these spans, and returns them. A text with too many problems keeps them all. */
  take(spans: ReadonlyArray<Span>): Problems {
    const taken = new Problems()
    if (this.isFull) return taken
    const isWithin = ({ at }: { readonly at: number }) => spans.some((span) => at >= span.at && at < span.end)
    for (const { at, message } of this.found.filter(isWithin)) taken.add(at, message)
    if (!taken.any) return taken
    const left = this.found.filter((one) => !isWithin(one))
    Object.assign(this, { kept: [], count: 0, found: left })
    for (const { at, message } of left) this.keep(at, message)
    return taken
  }

  /** Whether there are more problems than are known one by one. */
  get isFull(): boolean {
    return this.count > mostFound
  }

  private keep(at: number, message: () => string): void {
    this.count++
    const last = this.kept.at(-1)
    if (this.kept.length === mostProblems && last !== undefined && at >= last.at) return
    let place = this.kept.length
    while (place > 0 && (this.kept[place - 1]?.at ?? 0) > at) place--
    this.kept.splice(place, 0, { at, message: message() })
    if (this.kept.length > mostProblems) this.kept.pop()
  }

  get any(): boolean {
    return this.count > 0
  }

  /**
   * The kept problems, in the order of the text. Problems at the same position stay in the order in which they were
   * found.
   */
  get first(): ReadonlyArray<Problem> {
    return this.kept
  }

  /** The number of further problems. */
  get more(): number {
    return this.count - this.kept.length
  }
}
