import { fold } from "./fold.ts"
import { meetNames } from "./meetNames.ts"
import { anyNames, foldNamePattern, makeLiteralName, matchName, type NamePattern, parseNames } from "./NamePattern.ts"

/**
 * A pattern for paths, matched name by name: `*` and `?` stand for characters of one name, `**` stands for any number
 * of whole names, and a backslash takes away the special meaning of the next character. `src/**` matches `src` itself
 * and everything beneath `src`. Matching takes time proportional to the length of the pattern times the length of the
 * path, for every pattern and every path.
 */
export class PathPattern {
  /** The pattern as its author wrote it. */
  readonly text: string
  /** The place where the pattern begins: the root, or (`"relative"`) the folder that `matches` is given. */
  readonly begins: "root" | "relative"
  private readonly names: ReadonlyArray<NamePattern>
  /** The names of the folded pattern, or `undefined` when letter case matters. */
  private readonly foldedNames: ReadonlyArray<NamePattern> | undefined
  private foldedOnce: ReadonlyArray<NamePattern> | undefined

  private constructor(
    text: string,
    begins: "root" | "relative",
    names: ReadonlyArray<NamePattern>,
    foldedNames: ReadonlyArray<NamePattern> | undefined
  ) {
    this.text = text
    this.begins = begins
    this.names = names
    this.foldedNames = foldedNames
  }

  /**
   * Returns the parsed pattern, or a text that says what is wrong with the pattern: the end of a sentence whose subject
   * is the pattern. With `folded`, the pattern treats upper and lower case as equal, and also the several ways in which
   * Unicode spells one character.
   */
  static parse(text: string, { folded }: { readonly folded: boolean }): PathPattern | string {
    if (text === "") return "is empty"
    if (text.length > 4096) return "is longer than 4096 characters"
    if (/\p{Cc}/u.test(text)) return "holds a control character"
    const root = /^(?:\/|[A-Za-z]:[\\/])/.exec(text)?.[0]
    const begins = root === undefined ? "relative" : "root"
    const rest = root === undefined ? text : text.slice(root.length)
    const drive = root === undefined || root === "/" ? [] : [root.slice(0, 2)]
    const names = parseNames(drive, rest)
    if (typeof names === "string") return names
    const foldedNames = folded ? parseNames(drive.map(fold), fold(rest)) : undefined
    return typeof foldedNames === "string" ? foldedNames : new PathPattern(text, begins, names, foldedNames)
  }

  /**
   * Whether the pattern matches an absolute path. A relative pattern matches only `from` and what is beneath `from`.
   */
  matches(path: string, from: string): boolean {
    return (
      this.matchesExactly(path, from) ||
      // The exact names are tried first, because folding may join two characters into one, and "?" would then count
      // differently.
      (this.foldedNames !== undefined && this.matchesAs(this.foldedNames, fold(path), fold(from)))
    )
  }

  /** Like `matches`, but with upper and lower case kept apart. */
  matchesExactly(path: string, from: string): boolean {
    return this.matchesAs(this.names, path, from)
  }

  private matchesAs(patterns: ReadonlyArray<NamePattern>, path: string, from: string): boolean {
    const names = namesOf(path)
    if (this.begins === "root") return matchNames(patterns, names, 0)
    const base = namesOf(from)
    return startsWith(names, base) && matchNames(patterns, names, base.length)
  }

  /**
   * Whether some path may match both this pattern and `other`, which is an absolute pattern (a shell's glob). Each name
   * of this pattern counts only if `other` writes out at least one character of that name; a name of nothing but
   * wildcards in this pattern always counts. As in a shell, a `*` of `other` never stands for a dot at the beginning of
   * a name.
   */
  mayMeet(other: PathPattern, from: string): boolean {
    const meets = (own: ReadonlyArray<NamePattern>, given: ReadonlyArray<NamePattern>, folder: string) =>
      meetNames(this.begins === "root" ? own : [...namesOf(folder).map(makeLiteralName), ...own], given)
    return (
      meets(this.names, other.names, from) ||
      (this.foldedNames !== undefined && meets(this.foldedNames, other.namesWithoutCase, fold(from)))
    )
  }

  /** The names without letter case. Made once, because many patterns may meet this one. */
  private get namesWithoutCase(): ReadonlyArray<NamePattern> {
    this.foldedOnce ??= this.names.map(foldNamePattern)
    return this.foldedOnce
  }

  /**
   * The shape of the pattern. `exact`: every name is written out. `tree`: every name but a final `**` is written out.
   * `wild`: anything else.
   */
  get shape(): "exact" | "tree" | "wild" {
    const wild = this.names.findIndex(({ literal }) => literal === undefined)
    if (wild === -1) return "exact"
    return wild === this.names.length - 1 && this.names[wild] === anyNames ? "tree" : "wild"
  }

  /** The names at the beginning of the pattern that are written out, folded if the pattern is folded. */
  get prefix(): ReadonlyArray<string> {
    const literal: Array<string> = []
    for (const name of this.foldedNames ?? this.names) {
      if (name === anyNames || name.literal === undefined) break
      literal.push(name.literal)
    }
    return literal
  }
}

/** Returns a pattern that matches a given path and nothing else. */
export const escapePattern = (path: string): string =>
  /^[A-Za-z]:\\/.test(path) ? path.replaceAll("\\", "/").replaceAll(special, "\\$&") : path.replaceAll(special, "\\$&")

const special = /[\\*?[\]{}!]/g

const namesOf = (path: string): ReadonlyArray<string> =>
  path.split(/^[A-Za-z]:\\/.test(path) ? /[\\/]/ : "/").filter((name) => name !== "")

const startsWith = (names: ReadonlyArray<string>, base: ReadonlyArray<string>): boolean =>
  base.length <= names.length && base.every((name, i) => name === names[i])

// When matching fails, only the last `**` is tried again with one more name. An earlier `**` can be left alone: trying
// it again finds nothing new.
const matchNames = (patterns: ReadonlyArray<NamePattern>, names: ReadonlyArray<string>, from: number): boolean => {
  let at = 0
  let name = from
  let star = -1
  let starName = from
  while (name < names.length) {
    const pattern = patterns[at]
    if (pattern === anyNames) {
      star = at++
      starName = name
    } else if (pattern !== undefined && matchName(pattern, names[name] ?? "")) {
      at++
      name++
    } else if (star >= 0) {
      at = star + 1
      name = ++starName
    } else return false
  }
  while (patterns[at] === anyNames) at++
  return at === patterns.length
}
