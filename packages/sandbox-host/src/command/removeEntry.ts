import { readdirSync, rmdirSync, unlinkSync } from "node:fs"
import { basename, dirname } from "node:path"
import { PinnedPath } from "./PinnedPath.ts"

/**
 * Removes a file or a folder with all it holds, and nothing else: every folder on the way is pinned, so that none can
 * be made to lead elsewhere meanwhile.
 */
export const removeEntry = (path: string): void => {
  using parent = new PinnedPath(dirname(path))
  removeFrom(parent, basename(path))
}

const removeFrom = (parent: PinnedPath, name: string): void => {
  const at = parent.entry(name)
  try {
    unlinkSync(at)
  } catch {
    using folder = new PinnedPath(name, parent.entry(""))
    for (const child of readdirSync(folder.entry(""))) removeFrom(folder, child)
    rmdirSync(at)
  }
}
