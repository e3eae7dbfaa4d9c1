import { readdirSync, readFileSync } from "node:fs"

/**
 * Returns the processes that a process has started and that are still there, except those that only wait for their
 * parent to notice their end.
 */
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
    // After the program's name, which may contain anything, come its state and its parent.
    const [, state, above] = /\) (\S) (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
    return state === "Z" ? undefined : Number(above)
  } catch {
    return undefined
  }
}

export const openDescriptors = (): number => readdirSync("/proc/self/fd").length

// The clock of the machine, also where a test makes time pass itself.
const later = setTimeout

/** Waits until a condition holds that no event reports, by looking again and again. */
export const eventually = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => later(resolve, 5))
}
