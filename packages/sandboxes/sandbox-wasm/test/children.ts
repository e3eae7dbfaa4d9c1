import { readdirSync, readFileSync } from "node:fs"

/** The processes that a process has started and that are still there, except for those that only wait to be counted as gone. */
export const childrenOf = (parent: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

/** The words that each process was started with. */
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
    // After the program's name, which may hold anything: its state, its parent.
    const [, state, above] = /\) (\S) (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
    return state === "Z" ? undefined : Number(above)
  } catch {
    return undefined
  }
}

export const openDescriptors = (): number => readdirSync("/proc/self/fd").length

/** Waits until it holds, looking again and again: for what no event tells of. */
export const eventually = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
