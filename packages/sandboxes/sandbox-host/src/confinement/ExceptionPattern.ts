import { fold, PathPattern } from "@toolgate/core/access"

/** The pattern of an exception, for a walk that looks for the highest paths that the pattern matches. */
export class ExceptionPattern {
  private readonly pattern: ReturnType<typeof pathPattern>
  /** A pattern for the last name of the highest paths, or `undefined` if that may be any name. */
  private readonly last: PathPattern | undefined
  /** The last name, folded, if the pattern spells it out. */
  readonly endsWith: string | undefined
  /** Whether the exception forbids writing. */
  readonly isKept: boolean
  /** Whether the pattern matches everything beneath each path that it matches. */
  readonly isWhole: boolean
  private readonly exact: PathPattern | undefined

  constructor(text: string, isKept: boolean) {
    this.pattern = pathPattern(text)
    this.last = lastName(text)
    this.endsWith = this.last?.shape === "exact" ? this.last.prefix[0] : undefined
    this.isKept = isKept
    this.isWhole = text.endsWith("/**")
    const exact = PathPattern.parse(text, { folded: false })
    this.exact = typeof exact === "string" ? undefined : exact
  }

  /** Like `matches`, but with upper and lower case kept apart. */
  matchesExactly(path: string, root: string): boolean {
    return this.exact?.matches(path, root) === true
  }

  matches(path: string, root: string): boolean {
    return this.pattern.matches(path, root)
  }

  /** Whether the pattern can match a path with this last name, other than by matching a folder above it. */
  mayEndWith(name: string): boolean {
    return this.last === undefined || this.last.matches(`/${name}`, "/")
  }

  /** Whether the pattern may match something beneath a folder without matching the folder itself. */
  mayMatchBeneath(folder: string, root: string): boolean {
    const { begins, prefix, shape } = this.pattern
    const names = namesOf(begins === "root" ? folder : folder.slice(root.length))
    if (shape !== "wild" && names.length >= prefix.length) return false
    return prefix.every((name, at) => at >= names.length || name === names[at])
  }

  /** Whether every path that the pattern matches leads through this path. */
  isOnTheWay(path: string, root: string): boolean {
    const { begins, prefix } = this.pattern
    if (prefix.length === 0) return false
    const names = namesOf(begins === "root" ? path : path.slice(root.length))
    return names.length <= prefix.length && names.every((name, at) => name === prefix[at])
  }
}

/**
 * Parses the pattern of an exception. Upper and lower case are the same to the pattern. A text that is no pattern
 * matches everything.
 */
const pathPattern = (text: string): Pick<PathPattern, "begins" | "matches" | "prefix" | "shape"> => {
  const parsed = PathPattern.parse(text, { folded: true })
  return typeof parsed === "string" ? everything : parsed
}

const everything = { begins: "relative" as const, matches: () => true, prefix: [], shape: "wild" as const }

const namesOf = (path: string): ReadonlyArray<string> =>
  fold(path)
    .split("/")
    .filter((name) => name !== "")

// A path beneath a matched folder is not a highest path, so a "**" at the end of the pattern says nothing about the
// last name.
const lastName = (text: string): PathPattern | undefined => {
  if (typeof PathPattern.parse(text, { folded: true }) === "string") return undefined
  const names = text.split("/").filter((name) => name !== "" && name !== ".")
  while (names.at(-1) === "**") names.pop()
  const last = PathPattern.parse(names.at(-1) ?? "", { folded: true })
  return typeof last === "string" ? undefined : last
}
