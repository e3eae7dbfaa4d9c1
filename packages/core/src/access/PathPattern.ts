import { fold } from "./fold.ts"
import { meetNames } from "./meetNames.ts"
import { anyNames, foldNamePattern, makeLiteralName, matchName, type NamePattern, parseNames } from "./NamePattern.ts"

/**
 * A path pattern, matched name by name: `*` and `?` match characters of one name, `**` matches any number of whole names,
 * and a backslash escapes the next character. `src/**` matches `src` and everything beneath it. Matching always takes time
 * proportional to pattern length times path length.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { PathPattern } from "@toolgate/core/access"
 *
 * const pattern = PathPattern.parse("src/**", { folded: false })
 * assert(typeof pattern !== "string")
 * // A relative pattern starts at the given folder.
 * assert.equal(pattern.matches("/app/src/a/b.ts", "/app"), true)
 * assert.equal(pattern.matches("/app/docs/a.md", "/app"), false)
 * ```
 */
export class PathPattern {
  readonly text: string
  /** The start of the pattern: the root, or (`"relative"`) the folder passed to `matches`. */
  readonly begins: "root" | "relative"
  private readonly names: ReadonlyArray<NamePattern>
  /** The folded names, or `undefined` if the pattern is case-sensitive. */
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
   * Parses a path pattern, or returns the problem as a predicate about the pattern. `folded` ignores case and differences
   * in Unicode normalization.
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

  /** Whether the pattern matches an absolute path. A relative pattern matches only `from` and paths beneath it. */
  matches(path: string, from: string): boolean {
    return (
      this.matchesExactly(path, from) ||
      // Exact names first: folding may join two characters, and "?" would then count differently.
      (this.foldedNames !== undefined && this.matchesAs(this.foldedNames, fold(path), fold(from)))
    )
  }

  /** Like `matches`, but case-sensitive. */
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
   * Whether a path can match both this pattern and `other`, an absolute shell glob. Each name of this pattern counts only
   * if `other` spells out at least one of its characters; names of wildcards only always count. As in a shell, `*` in
   * `other` does not match a leading dot.
   */
  mayMeet(other: PathPattern, from: string): boolean {
    const meets = (own: ReadonlyArray<NamePattern>, given: ReadonlyArray<NamePattern>, folder: string) =>
      meetNames(this.begins === "root" ? own : [...namesOf(folder).map(makeLiteralName), ...own], given)
    return (
      meets(this.names, other.names, from) ||
      (this.foldedNames !== undefined && meets(this.foldedNames, other.namesWithoutCase, fold(from)))
    )
  }

  /** Folded names, computed once because many patterns may be compared with this one. */
  private get namesWithoutCase(): ReadonlyArray<NamePattern> {
    this.foldedOnce ??= this.names.map(foldNamePattern)
    return this.foldedOnce
  }

  /** `exact`: no wildcards. `tree`: no wildcards except a final `**`. `wild`: anything else. */
  get shape(): "exact" | "tree" | "wild" {
    const wild = this.names.findIndex(({ literal }) => literal === undefined)
    if (wild === -1) return "exact"
    return wild === this.names.length - 1 && this.names[wild] === anyNames ? "tree" : "wild"
  }

  /** The literal names at the start, folded if the pattern is folded. */
  get prefix(): ReadonlyArray<string> {
    const literal: Array<string> = []
    for (const name of this.foldedNames ?? this.names) {
      if (name === anyNames || name.literal === undefined) break
      literal.push(name.literal)
    }
    return literal
  }
}

/**
 * Escapes a path, so that the pattern matches this path only.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { escapePattern, PathPattern } from "@toolgate/core/access"
 *
 * const pattern = PathPattern.parse(escapePattern("/app/[draft]*.md"), { folded: false })
 * assert(typeof pattern !== "string")
 * assert.equal(pattern.matches("/app/[draft]*.md", "/"), true)
 * assert.equal(pattern.matches("/app/[draft]1.md", "/"), false)
 * ```
 */
export const escapePattern = (path: string): string =>
  /^[A-Za-z]:\\/.test(path) ? path.replaceAll("\\", "/").replaceAll(special, "\\$&") : path.replaceAll(special, "\\$&")

const special = /[\\*?[\]{}!]/g

const namesOf = (path: string): ReadonlyArray<string> =>
  path.split(/^[A-Za-z]:\\/.test(path) ? /[\\/]/ : "/").filter((name) => name !== "")

const startsWith = (names: ReadonlyArray<string>, base: ReadonlyArray<string>): boolean =>
  base.length <= names.length && base.every((name, i) => name === names[i])

// On a mismatch, only the last `**` needs to take one more name: retrying an earlier `**` cannot find more matches.
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
