import { fold, type PathPattern } from "@toolgate/access"
import type { RuleRef } from "@toolgate/core"

/** A pattern of what is protected, whatever file it stands in. */
export interface ProtectedEntry {
  /** As it is written, and as messages name it. */
  readonly text: string
  /** Absolute, or beginning at the workspace. */
  readonly pattern: PathPattern
  /** The end of a sentence that begins with the path. */
  readonly reason: string
  readonly because: RuleRef
  readonly isFile: boolean
  readonly isInspected: boolean
  /** Patterns of the folders that lead to it, each with the name that follows; as far as they can be told from others. */
  readonly above: ReadonlyArray<{ readonly pattern: PathPattern; readonly next: PathPattern }>
}

/** Something protected that a path leads to, or leads through. */
export interface Touched {
  readonly entry: ProtectedEntry
  /** The highest path that is protected whole; where the path is above it, that path. */
  readonly path: string
}

/** Entries, found by the names of a path: most paths hold none of them. */
export class ProtectedEntries {
  private readonly byName = new Map<string, Array<ProtectedEntry>>()
  private readonly wild: Array<ProtectedEntry> = []
  private readonly unprotected: ReadonlyArray<PathPattern>

  constructor(entries: ReadonlyArray<ProtectedEntry>, unprotected: ReadonlyArray<PathPattern>) {
    this.unprotected = unprotected
    for (const entry of entries) {
      const name = /^\/\*\*\/([^/*?\\]+)(?:\/|$)/.exec(entry.pattern.text)?.[1]
      if (name === undefined) this.wild.push(entry)
      else this.byName.set(fold(name), [...(this.byName.get(fold(name)) ?? []), entry])
    }
  }

  /** What is protected of a path, which is it or holds it. */
  at(path: string, workspace: string): Touched | undefined {
    // A pattern that matches a folder matches what is beneath it: few are left to be looked for in each folder of the path.
    const holding = this.candidates(path).filter(({ pattern }) => pattern.matches(path, workspace))
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

  /** What is protected beneath a folder, as far as its name says so, with the names that lead on to it. */
  beneath(
    path: string,
    workspace: string
  ): { readonly touched: Touched; readonly next: ReadonlyArray<PathPattern> } | undefined {
    const found = this.candidates(path).flatMap((entry) =>
      entry.above.flatMap(({ pattern, next }) => (pattern.matches(path, workspace) ? [{ entry, next }] : []))
    )
    const [first] = found
    if (first === undefined || this.isTakenOut(path, workspace)) return undefined
    return { touched: { entry: first.entry, path }, next: found.map(({ next }) => next) }
  }

  private candidates(path: string): ReadonlyArray<ProtectedEntry> {
    let found = this.wild
    for (const name of fold(path).split("/")) {
      const named = this.byName.get(name)
      if (named !== undefined) found = [...found, ...named]
    }
    return found
  }

  private isTakenOut(path: string, workspace: string): boolean {
    return this.unprotected.some((pattern) => pattern.matches(path, workspace))
  }
}
