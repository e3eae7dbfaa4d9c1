import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { type FileAccess, fold, type PathPattern } from "@toolgate/core"
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
    const patterns = (entry.except ?? []).map(({ pattern }) => pathPattern(pattern))
    if (entry.scope === "tree" && patterns.length > 0)
      await search(access, entry.path, patterns, entry.path, grantedLetters(access, entry.path), found)
    if (found.size > maxExcepted) break
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

type Patterns = ReadonlyArray<Pick<PathPattern, "matches" | "prefix" | "shape">>

const search = async (
  access: ReadonlyArray<FileAccess>,
  root: string,
  patterns: Patterns,
  folder: string,
  above: Letters,
  found: Map<string, Excepted>
): Promise<void> => {
  for (const entry of await entriesOf(folder)) {
    if (entry.isSymbolicLink() || found.size > maxExcepted) continue
    const path = join(folder, entry.name)
    let letters = above
    if (patterns.some((pattern) => pattern.matches(path, root))) {
      letters = grantedLetters(access, path)
      if (letters !== above) found.set(path, { path, letters, isKept: isKept(access, path) })
    }
    const isSeen = letters === above || letters.includes("r")
    if (isSeen && entry.isDirectory() && patterns.some((pattern) => mayMatchBeneath(pattern, path)))
      await search(access, root, patterns, path, letters, found)
  }
}

const isKept = (access: ReadonlyArray<FileAccess>, path: string): boolean =>
  access.some(({ except, path: root }) =>
    except?.some(({ mode, pattern }) => mode.includes("w") && pathPattern(pattern).matches(path, root))
  )

// What is gone, or may not be read, is no more to the command than to whoever looks for it here.
const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => [])

/** Whether a pattern may match something beneath a folder that it does not match with the folder itself. */
const mayMatchBeneath = ({ prefix, shape }: Patterns[number], folder: string): boolean => {
  const names = fold(folder).split("/").slice(1)
  if (shape !== "wild" && names.length >= prefix.length) return false
  return prefix.every((name, at) => at >= names.length || name === names[at])
}
