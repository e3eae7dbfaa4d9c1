import { sep } from "node:path"
import { type FileAccess, type FileMode, PathPattern } from "@toolgate/core"

/** Whether a canonical path is the root or beneath it, name by name: "/a/xy" is not beneath "/a/x". */
export const isBeneath = (path: string, root: string): boolean =>
  path.startsWith(root) && (path.length === root.length || root.endsWith(sep) || path[root.length] === sep)

/** Whether an access names a path, and lets be done with it what is needed. */
export type Coverage = "outside" | "denied" | "allowed"

/** What an access allows with a canonical path: all that any entry does. */
export const coverage = (access: ReadonlyArray<FileAccess>, path: string, need: FileMode): Coverage => {
  let letters: string | undefined
  for (const entry of access) {
    const named = entry.scope === "exact" ? path === entry.path : isBeneath(path, entry.path)
    // What may not even be read is as good as not named: nothing is told about it.
    if (!named || isExcepted(entry, path, "r")) continue
    letters = (letters ?? "") + (isExcepted(entry, path, "w") ? entry.mode.replace("w", "") : entry.mode)
  }
  if (letters === undefined) return "outside"
  for (const letter of need) if (!letters.includes(letter)) return "denied"
  return "allowed"
}

const isExcepted = ({ except, path: root }: FileAccess, path: string, need: FileMode): boolean =>
  except?.some(({ mode, pattern }) => overlaps(mode, need) && patternFor(pattern).matches(path, root)) ?? false

const overlaps = (a: FileMode, b: FileMode): boolean => a === "rw" || b === "rw" || a === b

// The same few patterns come with every grant of a policy.
const patterns = new Map<string, Pick<PathPattern, "matches">>()
const maxPatterns = 1024

// What cannot be read as a pattern excepts everything: doubt refuses.
const everything = { matches: () => true }

const patternFor = (text: string): Pick<PathPattern, "matches"> => {
  let pattern = patterns.get(text)
  if (pattern === undefined) {
    const parsed = PathPattern.parse(text, { folded: true })
    pattern = typeof parsed === "string" ? everything : parsed
    if (patterns.size >= maxPatterns) patterns.clear()
    patterns.set(text, pattern)
  }
  return pattern
}
