import { LineCounter } from "yaml"
import { Problems } from "./Problems.ts"

/** What is known of a file before it is read. */
export interface ReadingOptions {
  /** Stands for the file in every source. */
  readonly name: string
  /** What the file is, in a sentence: "policy". */
  readonly what: string
  /** The least that such a file holds. */
  readonly least: string
  /** The home folder that `~/` stands for. Absent: such a path is a fault. */
  readonly home?: string | undefined
  /** How absolute paths look. Absent: as on this machine. */
  readonly platform?: NodeJS.Platform | undefined
  /** Whether no file stands before this one, so that what it leaves out has its defaults. Absent: true. */
  readonly isFirst?: boolean
}

/** A file while it is read: what is known of it, and what is found in it on the way. */
export class Reading {
  readonly what: string
  readonly least: string
  readonly home: string | undefined
  readonly platform: NodeJS.Platform
  readonly isFirst: boolean
  /** Names that the file defines somewhere, wherever they are used, to be looked up when all of them are known. */
  readonly uses: Array<NameUse> = []
  /** Where the lines of the text begin. */
  readonly lines = new LineCounter()
  private readonly name: string
  private readonly problems = new Problems()

  constructor({ name, what, least, home, platform = process.platform, isFirst = true }: ReadingOptions) {
    this.name = name
    this.what = what
    this.least = least
    this.home = home
    this.platform = platform
    this.isFirst = isFirst
  }

  /** `file:line:column`. */
  source(at: number): string {
    const { line, col } = this.lines.linePos(at)
    return `${this.name}:${line}:${col}`
  }

  /** Reports what is wrong, in a message that is only made if it is shown. There is no value then. */
  fault(at: number, message: () => string): undefined {
    this.problems.add(at, message)
    return undefined
  }

  /** What is wrong, in the order of the text, and how much beside that was only counted; `undefined` where nothing is. */
  get faults(): Faults | undefined {
    const { any, first, more } = this.problems
    return any ? { problems: first.map(({ at, message }) => ({ source: this.source(at), message })), more } : undefined
  }
}

interface NameUse {
  /** As in "group". */
  readonly kind: string
  readonly name: string
  readonly at: number
}

/** What is wrong with a file. */
export interface Faults {
  /** Each with `file:line:column`, and a message in lower case and without a full stop. */
  readonly problems: ReadonlyArray<{ readonly source: string; readonly message: string }>
  readonly more: number
}
