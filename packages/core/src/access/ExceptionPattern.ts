import { fold } from "./fold.ts"
import { PathPattern } from "./PathPattern.ts"

/**
 * The compiled pattern of an exception, for look-ups of one path and for a walk that looks for the highest paths that the pattern
 * matches. Upper and lower case are the same to the pattern. A text that is no pattern matches everything, and nothing exactly, so that
 * doubt refuses.
 */
export class ExceptionPattern {
  /** Whether the pattern matches everything beneath each path that it matches. */
  readonly isWhole: boolean
  private readonly text: string
  private readonly pattern: PathPattern | undefined
  private lastOnce: { readonly pattern: PathPattern | undefined } | undefined

  constructor(text: string) {
    this.isWhole = text.endsWith("/**")
    this.text = text
    this.pattern = parsed(text)
  }

  matches(path: string, root: string): boolean {
    return this.pattern === undefined || this.pattern.matches(path, root)
  }

  /** Like `matches`, but with upper and lower case kept apart. */
  matchesExactly(path: string, root: string): boolean {
    return this.pattern?.matchesExactly(path, root) === true
  }

  /** The last name of the highest paths, folded, if the pattern spells it out. */
  get endsWith(): string | undefined {
    return this.last?.shape === "exact" ? this.last.prefix[0] : undefined
  }

  /** Whether the pattern can match a path with this last name, other than by matching a folder above it. */
  mayEndWith(name: string): boolean {
    return this.last === undefined || this.last.matches(`/${name}`, "/")
  }

  /** Whether the pattern may match something beneath a folder without matching the folder itself. */
  mayMatchBeneath(folder: string, root: string): boolean {
    if (this.pattern === undefined) return true
    const { prefix, shape } = this.pattern
    const names = this.namesFrom(folder, root)
    if (shape !== "wild" && names.length >= prefix.length) return false
    return prefix.every((name, at) => at >= names.length || name === names[at])
  }

  /** Whether every path that the pattern matches leads through this path. */
  isOnTheWay(path: string, root: string): boolean {
    const prefix = this.pattern?.prefix ?? []
    if (prefix.length === 0) return false
    const names = this.namesFrom(path, root)
    return names.length <= prefix.length && names.every((name, at) => name === prefix[at])
  }

  private namesFrom(path: string, root: string): ReadonlyArray<string> {
    const from = this.pattern?.begins === "root" ? path : path.slice(root.length)
    return fold(from)
      .split("/")
      .filter((name) => name !== "")
  }

  /** A pattern for the last name of the highest paths, or `undefined` if that may be any name. Only walks need it. */
  private get last(): PathPattern | undefined {
    this.lastOnce ??= { pattern: this.pattern === undefined ? undefined : lastName(this.text) }
    return this.lastOnce.pattern
  }
}

const parsed = (text: string): PathPattern | undefined => {
  const pattern = PathPattern.parse(text, { folded: true })
  return typeof pattern === "string" ? undefined : pattern
}

// A path beneath a matched folder is not a highest path, so a "**" at the end of the pattern says nothing about the
// last name.
const lastName = (text: string): PathPattern | undefined => {
  const names = text.split("/").filter((name) => name !== "" && name !== ".")
  while (names.at(-1) === "**") names.pop()
  return parsed(names.at(-1) ?? "")
}
