import { readFileSync } from "node:fs"
import { totalmem } from "node:os"
import { dirname, join } from "node:path"
import { tryOrUndefined } from "../tryOrUndefined.ts"

/**
 * Returns the memory available to a cgroup, in bytes: the machine's memory, or the lowest limit of the cgroup and its
 * ancestors.
 */
export const getAvailableMemory = (cgroup: string): number => {
  let least = totalmem()
  for (let at = cgroup; ; at = dirname(at)) {
    const said = limitFiles.map((file) => tryOrUndefined(() => Number(readFileSync(join(at, file), "utf8"))))
    // Without a limit, the file contains "max" or a number larger than any machine's memory.
    for (const bytes of said) if (bytes !== undefined && bytes > 0) least = Math.min(least, bytes)
    if (said.every((bytes) => bytes === undefined)) return least
  }
}

const limitFiles = ["memory.max", "memory.limit_in_bytes"]
