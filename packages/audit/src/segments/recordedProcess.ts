import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import type { RecordedProcess } from "../AuditRecord.ts"

/** This process, told from every other one before and after it. */
export const thisProcess = (): RecordedProcess => ({
  host: hostname(),
  pid: process.pid,
  ...startedOf(process.pid)
})

/** Whether a process still runs; "elsewhere" where it is another machine's, and cannot be looked for. */
export const stateOf = ({ host, pid, started }: RecordedProcess): "running" | "ended" | "elsewhere" => {
  if (host !== hostname()) return "elsewhere"
  if (started !== undefined) return startedOf(pid)?.started === started ? "running" : "ended"
  try {
    process.kill(pid, 0)
    return "running"
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM" ? "running" : "ended"
  }
}

/** Ticks since the system started, and which start that was: numbers of processes come again. Linux tells it. */
const startedOf = (pid: number): { readonly started: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name, in parentheses, may hold anything: what follows its last one is plain. A dead one that nobody asked after is Z.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (fields[0] === "Z" || fields[0] === "X" || fields[19] === undefined) return undefined
    return { started: `${fields[19]}@${readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()}` }
  } catch {
    return undefined
  }
}
