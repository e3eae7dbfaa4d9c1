import { fold } from "./fold.ts"
import { meetNames } from "./meetNames.ts"
import { anyNames, foldedName, literalName, matchName, type NamePattern, parseNames } from "./NamePattern.ts"

/**
 * A pattern for paths, matched name by name: `*` and `?` stand for characters of one name, `**` for any number of whole
 * names, and a backslash takes the meaning from the character after it. `src/**` matches what is beneath `src`, and `src`
 * itself. Matching takes time proportional to the lengths of pattern and path, whatever they are.
 */
export class PathPattern {
  /** As it was written. */
  readonly text: string
  /** `"relative"`: it begins at whatever folder it is matched from. */
  readonly begins: "root" | "relative"
  private readonly names: ReadonlyArray<NamePattern>
  /** The same pattern, folded, where it is. */
  private readonly foldedNames: ReadonlyArray<NamePattern> | undefined

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
   * The pattern, or what is wrong with it as the end of a sentence whose subject is the pattern. `folded`: upper and lower
   * case, and the ways in which Unicode spells one character, are the same to it.
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

  /** Whether it matches an absolute path. A relative pattern matches only what is beneath `from`, or `from` itself. */
  matches(path: string, from: string): boolean {
    return (
      this.matchesAs(this.names, path, from) ||
      // Beside and not instead: folding may make one character of two, which "?" would then count otherwise.
      (this.foldedNames !== undefined && this.matchesAs(this.foldedNames, fold(path), fold(from)))
    )
  }

  private matchesAs(patterns: ReadonlyArray<NamePattern>, path: string, from: string): boolean {
    const names = namesOf(path)
    if (this.begins === "root") return matchNames(patterns, names, 0)
    const base = namesOf(from)
    return startsWith(names, base) && matchNames(patterns, names, base.length)
  }

  /**
   * Whether it may match a path that an absolute pattern of another matches, where that one spells at least some of the name
   * that this one is about: a name of nothing but `*` goes by what is there. The `*` of the other stands for no dot at the
   * beginning of a name.
   */
  mayMeet(other: PathPattern, from: string): boolean {
    const meets = (own: ReadonlyArray<NamePattern>, given: ReadonlyArray<NamePattern>, folder: string) =>
      meetNames(this.begins === "root" ? own : [...namesOf(folder).map(literalName), ...own], given)
    return (
      meets(this.names, other.names, from) ||
      (this.foldedNames !== undefined && meets(this.foldedNames, other.names.map(foldedName), fold(from)))
    )
  }

  /** `exact`: all its names are written out. `tree`: all but a `**` at its end. */
  get shape(): "exact" | "tree" | "wild" {
    const wild = this.names.findIndex(({ literal }) => literal === undefined)
    if (wild === -1) return "exact"
    return wild === this.names.length - 1 && this.names[wild] === anyNames ? "tree" : "wild"
  }

  /** Its first names, as far as they are written out. */
  get prefix(): ReadonlyArray<string> {
    const literal: Array<string> = []
    for (const name of this.foldedNames ?? this.names) {
      if (name === anyNames || name.literal === undefined) break
      literal.push(name.literal)
    }
    return literal
  }
}

/** A path as a pattern that matches it and nothing else. */
export const literalPattern = (path: string): string =>
  /^[A-Za-z]:\\/.test(path) ? path.replaceAll("\\", "/").replaceAll(special, "\\$&") : path.replaceAll(special, "\\$&")

const special = /[\\*?[\]{}!]/g

const namesOf = (path: string): ReadonlyArray<string> =>
  path.split(/^[A-Za-z]:\\/.test(path) ? /[\\/]/ : "/").filter((name) => name !== "")

const startsWith = (names: ReadonlyArray<string>, base: ReadonlyArray<string>): boolean =>
  base.length <= names.length && base.every((name, i) => name === names[i])

// What comes before the last `**` that was passed is settled: going back to an earlier one finds nothing new.
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
