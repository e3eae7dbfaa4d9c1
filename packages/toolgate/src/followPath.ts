import { realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** Resolves the links in the existing part of a path. */
export const followPath = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(followPath(above), basename(path))
  }
}
