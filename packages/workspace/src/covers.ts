import { sep } from "node:path"
import { exceptionOf } from "@toolgate/access"
import type { FileAccess, FileMode } from "@toolgate/core"

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
    if (!named || exceptionOf(entry, path, "r") !== undefined) continue
    letters = (letters ?? "") + (exceptionOf(entry, path, "w") === undefined ? entry.mode : entry.mode.replace("w", ""))
  }
  if (letters === undefined) return "outside"
  for (const letter of need) if (!letters.includes(letter)) return "denied"
  return "allowed"
}
