import { readlinkSync, realpathSync } from "node:fs"

/**
 * Returns the real path of an open file, which differs from the opened path if a parent folder became a link. If the system does not report
 * it, the opened path is resolved now. `undefined` if it leads nowhere.
 */
export const resolveOpenPath = (fd: number, path: string): string | undefined => {
  for (const look of [() => readlinkSync(`/proc/self/fd/${fd}`), () => realpathSync.native(path)])
    try {
      return look()
    } catch {
      // Try the next source.
    }
  return undefined
}
