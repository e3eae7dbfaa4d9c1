import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { tryOrUndefined } from "../tryOrUndefined.ts"

/** Lists the pids of the visible processes. Empty on a system without "/proc". */
export const listProcesses = (): ReadonlyArray<number> =>
  (tryOrUndefined(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name)).map(Number)

/** Returns the pid namespace of a process. */
export const getNamespace = (pid: number): number | undefined => {
  const found = /\d+/.exec(tryOrUndefined(() => readlinkSync(`/proc/${pid}/ns/pid`)) ?? "")?.[0]
  return found === undefined ? undefined : Number(found)
}

/** Returns the descendants of a process, and processes with this marker in their environment. */
export const listRelatedProcesses = (ancestor: number, marker: string): ReadonlyArray<number> => {
  const parents = new Map(listProcesses().map((pid) => [pid, parentOf(pid)]))
  const isBeneath = (pid: number | undefined, steps = 0): boolean =>
    pid !== undefined && steps < 1000 && (pid === ancestor || isBeneath(parents.get(pid), steps + 1))
  return [...parents.keys()].filter((pid) => isBeneath(pid) || carries(pid, marker))
}

const parentOf = (pid: number): number | undefined => numberAt(statOf(pid), 1)

/** Returns the start time of a process, in the system's ticks. A pid and its start time identify a process. */
export const getStartTime = (pid: number): number | undefined => numberAt(statOf(pid), startField)

/** Whether the process with this pid and start time still runs. A zombie does not. */
export const isRunning = (pid: number, start: number): boolean => {
  const stat = statOf(pid)
  return numberAt(stat, startField) === start && !/^[ZXx]$/.test(stat[0] ?? "")
}

const startField = 19

// The name, in parentheses, may contain any character; the fields after it do not.
const statOf = (pid: number): ReadonlyArray<string> => {
  const stat = tryOrUndefined(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? ""
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

const numberAt = (stat: ReadonlyArray<string>, field: number): number | undefined =>
  stat[field] === undefined ? undefined : Number(stat[field])

const carries = (pid: number, marker: string): boolean =>
  (tryOrUndefined(() => readFileSync(`/proc/${pid}/environ`, "latin1")) ?? "").split("\0").includes(marker)
