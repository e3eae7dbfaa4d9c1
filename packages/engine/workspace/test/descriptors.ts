import { readdirSync, readlinkSync } from "node:fs"

/** Returns the paths beneath a folder that this process has open. */
export const descriptorsBeneath = (folder: string): ReadonlyArray<string> => {
  const open: Array<string> = []
  for (const fd of readdirSync("/proc/self/fd")) {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      if (path.startsWith(folder)) open.push(path)
    } catch {
      // The descriptor that listed the folder is closed by then.
    }
  }
  return open
}
