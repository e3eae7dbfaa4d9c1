import { realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** Returns a path with its links followed, as far as it exists. */
export const followedPath = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(followedPath(above), basename(path))
  }
}
