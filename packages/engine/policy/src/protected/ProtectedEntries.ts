import type { RuleRef } from "@toolgate/core"
import { fold, PathPattern } from "@toolgate/core/access"

/** A pattern of protected paths, from a file or built in. */
export interface ProtectedEntry {
  /** The pattern as written, which messages also show. */
  readonly text: string
  /** The parsed pattern, which is absolute or begins at the workspace. */
  readonly pattern: PathPattern
  /** The reason for the protection, as the end of a sentence that begins with the path. */
  readonly reason: string
  readonly because: RuleRef
  /** Whether the pattern protects only files, and no folders. */
  readonly isFile: boolean
  /** Whether a new repository may contain such a path after an inspection of its content. */
  readonly isInspected: boolean
  /** Whether the entry also applies to folders that package managers install. */
  readonly isInstalled: boolean
  /** Whether the entry applies at a path that its pattern matches. Absent: it always applies. */
  readonly isOnlyAt?: (path: string, workspace: string) => boolean
  /**
   * Patterns of the folders that lead to the path, each with the next name on the way. Folders without a recognisable
   * name are left out.
   */
  readonly above: ReadonlyArray<{ readonly pattern: PathPattern; readonly next: PathPattern }>
}

/** A protected path that a call reaches. */
export interface Touched {
  readonly entry: ProtectedEntry
  /** The highest path that is protected as a whole, or the folder above it that the call names. */
  readonly path: string
}

/** A table of protected entries, indexed by the names in a path. Most paths contain none of these names. */
export class ProtectedEntries {
  private readonly byName = new Map<string, Array<ProtectedEntry>>()
  /** The entries whose first name is a star and an extension, by the extension. */
  private readonly byEnding = new Map<string, Array<ProtectedEntry>>()
  private readonly wild: Array<ProtectedEntry> = []
  private readonly entries: ReadonlyArray<ProtectedEntry>
  private readonly unprotected: ReadonlyArray<PathPattern>
  /** The patterns of the entries without the content beneath, in the same order. Created on first use. */
  private highest: ReadonlyArray<PathPattern> | undefined

  constructor(entries: ReadonlyArray<ProtectedEntry>, unprotected: ReadonlyArray<PathPattern>) {
    this.entries = entries
    this.unprotected = unprotected
    for (const entry of entries) {
      const [, name = "", ending] = firstName.exec(entry.pattern.text) ?? []
      const index = ending === undefined ? this.byName : this.byEnding
      const key = fold(ending ?? name)
      if (key === "") this.wild.push(entry)
      else index.set(key, [...(index.get(key) ?? []), entry])
    }
  }

  /** Returns the entry that protects the path or a folder above it; `undefined` if none does. */
  at(path: string, workspace: string): Touched | undefined {
    // A pattern that matches a folder also matches everything beneath it. Only the few patterns that match the whole
    // path have to be compared with each of its folders.
    const candidates = this.candidates(path)
    if (candidates.length === 0) return undefined
    const holding = candidates.filter(
      ({ pattern, isOnlyAt }) => pattern.matches(path, workspace) && isOnlyAt?.(path, workspace) !== false
    )
    if (holding.length === 0 || this.isTakenOut(path, workspace)) return undefined
    let end = 0
    while (end !== -1) {
      end = path.indexOf("/", end + 1)
      const folder = end === -1 ? path : path.slice(0, end)
      const entry = holding.find(({ pattern, isFile }) => (!isFile || end === -1) && pattern.matches(folder, workspace))
      if (entry !== undefined) return { entry, path: folder }
    }
    return undefined
  }

  /**
   * Returns a protected path that a folder of this name contains, and the names that lead to protected paths from
   * there; `undefined` if the name suggests none.
   */
  beneath(
    path: string,
    workspace: string
  ): { readonly touched: Touched; readonly next: ReadonlyArray<PathPattern> } | undefined {
    const found = this.candidates(path).flatMap((entry) =>
      entry.isOnlyAt?.(path, workspace) === false
        ? []
        : entry.above.flatMap(({ pattern, next }) => (pattern.matches(path, workspace) ? [{ entry, next }] : []))
    )
    const [first] = found
    if (first === undefined || this.isTakenOut(path, workspace)) return undefined
    return { touched: { entry: first.entry, path }, next: found.map(({ next }) => next) }
  }

  /**
   * Returns the entries that may be among the files to which the patterns of loose words expand. If there are more
   * patterns than a person would write, every entry is returned.
   */
  met(globs: ReadonlyArray<string>, workspace: string): ReadonlyArray<Touched> {
    if (globs.length === 0) return nothing
    if (globs.length > atMost) return this.entries.map((entry) => ({ entry, path: entry.text }))
    this.highest ??= this.entries.map(({ pattern }) => highestOf(pattern))
    const { highest } = this
    return globs.flatMap((text) => {
      const form = PathPattern.parse(text, { folded: false })
      // A word that is not a valid pattern may expand to anything.
      // Two patterns that both contain "**" would always overlap.
      const patterns = text.includes("**") ? highest : this.entries.map(({ pattern }) => pattern)
      return this.entries.flatMap((entry, at) =>
        (typeof form === "string" || patterns[at]?.mayMeet(form, workspace) === true) &&
        entry.isOnlyAt?.(text, workspace) !== false
          ? [{ entry, path: entry.text }]
          : []
      )
    })
  }

  private candidates(path: string): ReadonlyArray<ProtectedEntry> {
    let found: ReadonlyArray<ProtectedEntry> = this.wild
    const text = fold(path)
    for (let from = text.startsWith("/") ? 1 : 0; from <= text.length; ) {
      const slash = text.indexOf("/", from)
      const end = slash === -1 ? text.length : slash
      const name = text.slice(from, end)
      const named = this.byName.get(name)
      if (named !== undefined) found = [...found, ...named]
      const dot = name.lastIndexOf(".")
      const ending = dot === -1 ? undefined : this.byEnding.get(name.slice(dot))
      if (ending !== undefined) found = [...found, ...ending]
      from = end + 1
    }
    return found
  }

  private isTakenOut(path: string, workspace: string): boolean {
    return this.unprotected.some((pattern) => pattern.matches(path, workspace))
  }
}

/** The first name of a pattern, written out, or as a star and an extension. Each match of the pattern has such a name. */
const firstName = /^\/(?:\*\*\/)?(?:([^/*?\\]+)|\*(\.[^./*?\\]+))(?:\/|$)/

const nothing: ReadonlyArray<Touched> = []

const atMost = 64

/** Returns the pattern of the highest paths that a pattern matches, without those beneath. */
const highestOf = (pattern: PathPattern): PathPattern => {
  const highest = PathPattern.parse(pattern.text.replace(/\/\*\*$/, ""), { folded: true })
  return typeof highest === "string" ? pattern : highest
}
