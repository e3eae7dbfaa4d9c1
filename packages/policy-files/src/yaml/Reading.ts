import type { LineCounter } from "yaml"
import type { Problems } from "./Problems.ts"

/** What a text is read with, and what is found in it on the way. */
export class Reading {
  /** The home folder that `~/` stands for; `undefined` where there is none. */
  readonly home: string | undefined
  readonly platform: NodeJS.Platform
  /** No file stands before this one, so that what it leaves out has its defaults. */
  readonly isFirst: boolean
  /** Groups and roles, wherever they are named, to be looked up when all of them are known. */
  readonly uses: Array<NameUse> = []
  private readonly name: string
  private readonly problems: Problems
  private readonly lines: LineCounter

  constructor(
    given: Pick<Reading, "home" | "platform" | "isFirst"> & {
      readonly name: string
      readonly problems: Problems
      readonly lines: LineCounter
    }
  ) {
    this.home = given.home
    this.platform = given.platform
    this.isFirst = given.isFirst
    this.name = given.name
    this.problems = given.problems
    this.lines = given.lines
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
}

export interface NameUse {
  readonly kind: "group" | "role"
  readonly name: string
  readonly at: number
}
