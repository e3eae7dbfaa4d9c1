import { fold, PathPattern } from "@toolgate/access"

/** A pattern of an exception, for a walk that looks for the highest paths that it matches. */
export class ExceptionPattern {
  private readonly pattern: ReturnType<typeof pathPattern>
  /** What the last name of such a path looks like; `undefined` where that may be any. */
  private readonly last: PathPattern | undefined
  /** That name, folded, where it is written out. */
  readonly endsWith: string | undefined
  /** Whether it is an exception from writing. */
  readonly isKept: boolean
  /** Whether it matches all that is beneath what it matches. */
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

  /** Like `matches`, where upper and lower case are different. */
  matchesExactly(path: string, root: string): boolean {
    return this.exact?.matches(path, root) === true
  }

  matches(path: string, root: string): boolean {
    return this.pattern.matches(path, root)
  }

  /** False: it matches no path of this last name, unless it matches a folder above. */
  mayEndWith(name: string): boolean {
    return this.last === undefined || this.last.matches(`/${name}`, "/")
  }

  /** Whether it may match something beneath a folder that it does not match with the folder itself. */
  mayMatchBeneath(folder: string, root: string): boolean {
    const { begins, prefix, shape } = this.pattern
    const names = namesOf(begins === "root" ? folder : folder.slice(root.length))
    if (shape !== "wild" && names.length >= prefix.length) return false
    return prefix.every((name, at) => at >= names.length || name === names[at])
  }

  /** Whether every path that it matches leads through this one. */
  isOnTheWay(path: string, root: string): boolean {
    const { begins, prefix } = this.pattern
    if (prefix.length === 0) return false
    const names = namesOf(begins === "root" ? path : path.slice(root.length))
    return names.length <= prefix.length && names.every((name, at) => name === prefix[at])
  }
}

/**
 * A pattern of an exception: upper and lower case are the same to it, and what cannot be read as one matches
 * everything.
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

// What is beneath a folder that it matches is no highest path: a "**" at the end says nothing about the last name of one.
const lastName = (text: string): PathPattern | undefined => {
  if (typeof PathPattern.parse(text, { folded: true }) === "string") return undefined
  const names = text.split("/").filter((name) => name !== "" && name !== ".")
  while (names.at(-1) === "**") names.pop()
  const last = PathPattern.parse(names.at(-1) ?? "", { folded: true })
  return typeof last === "string" ? undefined : last
}
