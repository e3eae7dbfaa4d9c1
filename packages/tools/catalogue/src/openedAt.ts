import { readlinkSync, realpathSync } from "node:fs"

/**
 * Returns the path of an open file as the system knows it: another one than the path by which it was opened, if a folder on the way
 * had become a link. Where the system does not say, returns where that path leads now. `undefined`: it leads nowhere.
 */
export const openedAt = (fd: number, path: string): string | undefined => {
  for (const look of [() => readlinkSync(`/proc/self/fd/${fd}`), () => realpathSync.native(path)])
    try {
      return look()
    } catch {
      // The next one may know.
    }
  return undefined
}
