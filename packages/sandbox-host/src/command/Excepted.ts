import { readdir } from "node:fs/promises"
import type { FileAccess } from "@toolgate/core"
import { ExceptionPattern } from "./ExceptionPattern.ts"
import { grantedLetters, type Letters, pathPattern } from "./grantedLetters.ts"

/** A path beneath a granted tree with which less may be done than with the tree. */
export interface Excepted {
  readonly path: string
  readonly letters: Letters
  /** Whether it is excepted from writing, and not only from being read. */
  readonly isKept: boolean
}

/** More of them than this is no list of exceptions, and too long for one program's arguments. */
export const maxExcepted = 1000

/**
 * What is there now of that which the exceptions of an access name. Links are not followed and not named themselves:
 * what one leads to is excepted by its own path.
 */
export const findExcepted = async (access: ReadonlyArray<FileAccess>): Promise<ReadonlyArray<Excepted>> => {
  const found = new Map<string, Excepted>()
  for (const entry of access) {
    const { except = [], path, scope } = entry
    if (scope === "exact" || except.length === 0) continue
    const search = new Search(
      access,
      path,
      except.map(({ pattern }) => pattern),
      found
    )
    await search.look(path, grantedLetters(access, path))
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** One walk through a tree. Most names are decided by themselves, and each of them once: a tree holds few different ones. */
class Search {
  private readonly access: ReadonlyArray<FileAccess>
  private readonly root: string
  private readonly patterns: ReadonlyArray<ExceptionPattern>
  private readonly found: Map<string, Excepted>
  private readonly known = new Map<string, ReadonlyArray<ExceptionPattern>>()

  constructor(
    access: ReadonlyArray<FileAccess>,
    root: string,
    texts: ReadonlyArray<string>,
    found: Map<string, Excepted>
  ) {
    this.access = access
    this.root = root
    this.patterns = texts.map((text) => new ExceptionPattern(text))
    this.found = found
  }

  async look(folder: string, above: Letters): Promise<void> {
    const beneath: Array<Promise<void>> = []
    for (const entry of await entriesOf(folder)) {
      if (entry.isSymbolicLink() || this.found.size > maxExcepted) continue
      const path = folder === "/" ? `/${entry.name}` : `${folder}/${entry.name}`
      const letters = this.lettersOf(path, entry.name, above)
      const isSeen = letters === above || letters.includes("r")
      if (isSeen && entry.isDirectory() && this.patterns.some((pattern) => pattern.mayMatchBeneath(path, this.root)))
        beneath.push(this.look(path, letters))
    }
    await Promise.all(beneath)
  }

  private lettersOf(path: string, name: string, above: Letters): Letters {
    if (!this.candidates(name).some((pattern) => pattern.matches(path, this.root))) return above
    const letters = grantedLetters(this.access, path)
    if (letters !== above) this.found.set(path, { path, letters, isKept: isKept(this.access, path) })
    return letters
  }

  private candidates(name: string): ReadonlyArray<ExceptionPattern> {
    let candidates = this.known.get(name)
    if (candidates === undefined) {
      candidates = this.patterns.filter((pattern) => pattern.mayEndWith(name))
      this.known.set(name, candidates)
    }
    return candidates
  }
}

const isKept = (access: ReadonlyArray<FileAccess>, path: string): boolean =>
  access.some(({ except, path: root }) =>
    except?.some(({ mode, pattern }) => mode.includes("w") && pathPattern(pattern).matches(path, root))
  )

// What is gone, or may not be read, is no more to the command than to whoever looks for it here.
const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => [])
