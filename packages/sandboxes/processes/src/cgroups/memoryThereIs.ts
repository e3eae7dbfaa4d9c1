import { readFileSync } from "node:fs"
import { totalmem } from "node:os"
import { dirname, join } from "node:path"
import { tried } from "../tried.ts"

/** The memory that a cgroup can have at most, in bytes: the machine's, or that of itself or one above it which has less. */
export const memoryThereIs = (cgroup: string): number => {
  let least = totalmem()
  for (let at = cgroup; ; at = dirname(at)) {
    const said = limitFiles.map((file) => tried(() => Number(readFileSync(join(at, file), "utf8"))))
    // What is not limited says "max", or a number that no machine has.
    for (const bytes of said) if (bytes !== undefined && bytes > 0) least = Math.min(least, bytes)
    if (said.every((bytes) => bytes === undefined)) return least
  }
}

const limitFiles = ["memory.max", "memory.limit_in_bytes"]
