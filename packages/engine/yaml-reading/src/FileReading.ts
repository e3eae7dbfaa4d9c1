import { LineCounter } from "yaml"

/** The options for reading a file. */
export interface ReadingOptions {
  /** The name that stands for the file in every source. */
  readonly name: string
  /** The kind of file, in a sentence: "policy". */
  readonly what: string
  /** The shortest valid content of such a file. */
  readonly least: string
  /** The home folder that `~/` stands for. Absent: a path with `~/` is a fault. */
  readonly home?: string | undefined
  /** The platform that decides the form of absolute paths. Absent: this machine's. */
  readonly platform?: NodeJS.Platform | undefined
  /** Whether this is the first file, so that missing keys get their defaults. Absent: true. */
  readonly isFirst?: boolean
}

/** The state of reading one file, with the problems found so far. */
export class FileReading {
  readonly what: string
  readonly least: string
  readonly home: string | undefined
  readonly platform: NodeJS.Platform
  readonly isFirst: boolean
  /** The uses of names that the file defines, to check when all names are known. */
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
   * The problems of the file, in the order of the text, and the number of further problems; `undefined` if the file is
   * valid.
   */
  get faults(): Faults | undefined {
    return this.problems.any ? this.placed(this.problems) : undefined
  }

  /**
   * Leaves an invalid entry out, so that it does not affect other entries, and returns whether it did. `what` is the
   * kind of entry: "server". The entry's problems move from the file to `leftOut`.
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

/** An ignored entry of a file, and its problems. The rest of the file is used. */
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

/** The largest number of problems that are stored individually, so that they can be assigned to entries. */
const mostFound = 1000

/**
 * Collects the problems of one text, and stores the first ones by position. A text of some megabytes can have a
 * million problems, so a message is only built if its problem is stored.
 */
class Problems {
  private kept: Array<Problem> = []
  private count = 0
  private found: Array<{ readonly at: number; readonly message: () => string }> = []

  add(at: number, message: () => string): void {
    if (this.count < mostFound) this.found.push({ at, message })
    this.keep(at, message)
  }

  /** Removes the problems in these spans, and returns them. Does nothing if the text has too many problems. */
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

  /** Whether there are more problems than can be stored. */
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
   * The stored problems, in the order of the text. Problems at the same position keep the order in which they were
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
