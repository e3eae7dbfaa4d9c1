import { fold } from "./fold.ts"
import { PathPattern } from "./PathPattern.ts"

/**
 * The compiled pattern of an exception, for single paths and for a walk that looks for the topmost matching paths. It
 * ignores case. An invalid pattern matches everything (but nothing exactly), so that errors lead to refusals.
 */
export class ExceptionPattern {
  /** Whether a match includes everything beneath the path. */
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

  /** Like `matches`, but case-sensitive. */
  matchesExactly(path: string, root: string): boolean {
    return this.pattern?.matchesExactly(path, root) === true
  }

  /** The folded last name of the topmost matches, if the pattern spells it out. */
  get endsWith(): string | undefined {
    return this.last?.shape === "exact" ? this.last.prefix[0] : undefined
  }

  /** Whether a path with this last name can match, other than through a parent folder. */
  mayEndWith(name: string): boolean {
    return this.last === undefined || this.last.matches(`/${name}`, "/")
  }

  /** Whether something beneath a folder can match although the folder does not. */
  mayMatchBeneath(folder: string, root: string): boolean {
    if (this.pattern === undefined) return true
    const { prefix, shape } = this.pattern
    const names = this.namesFrom(folder, root)
    if (shape !== "wild" && names.length >= prefix.length) return false
    return prefix.every((name, at) => at >= names.length || name === names[at])
  }

  /** Whether all matches are beneath this path. */
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

  /** A pattern for the last name of the topmost matches, or `undefined` for any name. Only walks need it. */
  private get last(): PathPattern | undefined {
    this.lastOnce ??= { pattern: this.pattern === undefined ? undefined : lastName(this.text) }
    return this.lastOnce.pattern
  }
}

const parsed = (text: string): PathPattern | undefined => {
  const pattern = PathPattern.parse(text, { folded: true })
  return typeof pattern === "string" ? undefined : pattern
}

// Paths beneath a match are not topmost, so a final "**" does not affect the last name.
const lastName = (text: string): PathPattern | undefined => {
  const names = text.split("/").filter((name) => name !== "" && name !== ".")
  while (names.at(-1) === "**") names.pop()
  return parsed(names.at(-1) ?? "")
}
