import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { tried } from "../tried.ts"

/** Returns the numbers of the visible processes, on a system that lists them. */
export const allProcesses = (): ReadonlyArray<number> =>
  (tried(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name)).map(Number)

/** Returns the number of the process namespace that a process is in. */
export const namespaceOf = (pid: number): number | undefined => {
  const found = /\d+/.exec(tried(() => readlinkSync(`/proc/${pid}/ns/pid`)) ?? "")?.[0]
  return found === undefined ? undefined : Number(found)
}

/** Returns the processes that descend from a process or carry a marker in their environment. */
export const relatedProcesses = (ancestor: number, marker: string): ReadonlyArray<number> => {
  const parents = new Map(allProcesses().map((pid) => [pid, parentOf(pid)]))
  const isBeneath = (pid: number | undefined, steps = 0): boolean =>
    pid !== undefined && steps < 1000 && (pid === ancestor || isBeneath(parents.get(pid), steps + 1))
  return [...parents.keys()].filter((pid) => isBeneath(pid) || carries(pid, marker))
}

const parentOf = (pid: number): number | undefined => numberAt(statOf(pid), 1)

/**
 * Returns when a process was started, in the system's own count. No other process with the same number was started at
 * that time.
 */
export const startOf = (pid: number): number | undefined => numberAt(statOf(pid), startField)

/**
 * Whether the process that was started at that time still runs. A process that only waits for its parent to notice its
 * end does not run.
 */
export const isRunning = (pid: number, start: number): boolean => {
  const stat = statOf(pid)
  return numberAt(stat, startField) === start && !/^[ZXx]$/.test(stat[0] ?? "")
}

const startField = 19

// The name, in parentheses, may contain anything. What follows the last parenthesis is plain.
const statOf = (pid: number): ReadonlyArray<string> => {
  const stat = tried(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? ""
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

const numberAt = (stat: ReadonlyArray<string>, field: number): number | undefined =>
  stat[field] === undefined ? undefined : Number(stat[field])

const carries = (pid: number, marker: string): boolean =>
  (tried(() => readFileSync(`/proc/${pid}/environ`, "latin1")) ?? "").split("\0").includes(marker)
