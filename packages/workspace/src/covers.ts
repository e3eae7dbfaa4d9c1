import { sep } from "node:path"
import type { FileAccess, FileMode } from "@toolgate/core"

/** Whether a canonical path is the root or beneath it, name by name: "/a/xy" is not beneath "/a/x". */
export const isBeneath = (path: string, root: string): boolean =>
  path.startsWith(root) && (path.length === root.length || root.endsWith(sep) || path[root.length] === sep)

/** The most that an access allows with a canonical path; `undefined`: it does not name it. */
export const coverage = (access: ReadonlyArray<FileAccess>, path: string): FileMode | undefined => {
  let most: FileMode | undefined
  for (const entry of access) {
    const covered = entry.scope === "exact" ? path === entry.path : isBeneath(path, entry.path)
    if (covered && entry.mode === "rw") return "rw"
    if (covered) most = "r"
  }
  return most
}
