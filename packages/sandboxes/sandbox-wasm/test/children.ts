import { readdirSync, readFileSync } from "node:fs"

/** Returns the running children of a process, without zombies. */
export const childrenOf = (parent: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

/** Returns the command line of each process. */
export const allCommandLines = (): ReadonlyArray<string> =>
  readdirSync("/proc").flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, "latin1")] : []
    } catch {
      return []
    }
  })

export const isAlive = (pid: number): boolean => parentOf(pid) !== undefined

const parentOf = (pid: number): number | undefined => {
  try {
    // The program's name may contain anything. Its state and its parent come after it.
    const [, state, above] = /\) (\S) (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
    return state === "Z" ? undefined : Number(above)
  } catch {
    return undefined
  }
}

export const openDescriptors = (): number => readdirSync("/proc/self/fd").length

// The real clock, even if a test simulates time.
const later = setTimeout

/** Polls until a condition holds that no event reports. */
export const eventually = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => later(resolve, 5))
}
