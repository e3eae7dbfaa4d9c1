import { readdirSync, readlinkSync } from "node:fs"

/** What this process has open beneath a folder. */
export const descriptorsBeneath = (folder: string): ReadonlyArray<string> => {
  const open: Array<string> = []
  for (const fd of readdirSync("/proc/self/fd")) {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      if (path.startsWith(folder)) open.push(path)
    } catch {
      // The descriptor that listed the folder is closed by now.
    }
  }
  return open
}
