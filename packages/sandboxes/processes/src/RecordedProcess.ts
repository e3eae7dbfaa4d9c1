import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** A process as it is recorded in a log or a store. The last three members exist only on Linux. */
export interface RecordedProcess {
  readonly host: string
  readonly pid: number
  /** The id of the system's boot. */
  readonly boot?: string | undefined
  /** The namespaces of the pid and of the boot clock. */
  readonly namespaces?: string | undefined
  /** The start time, in ticks since the boot. */
  readonly started?: string | undefined
}

/** Describes the current process so that no earlier or later process can be mistaken for it. */
export const describeThisProcess = (): RecordedProcess => ({
  host: hostname(),
  pid: process.pid,
  boot: textOf("/proc/sys/kernel/random/boot_id"),
  namespaces: namespaces(),
  // "/proc" may show pids of another namespace, so "self" is read.
  started: startIn("/proc/self/stat")
})

/**
 * Returns whether a process still runs, or "elsewhere" if this process cannot know. A pid is meaningless after a
 * reboot, in another namespace, or on another machine. `isShared`: the process may run on another machine.
 */
export const getProcessState = (
  recorded: RecordedProcess,
  isShared: boolean,
  here: RecordedProcess = describeThisProcess()
): "running" | "ended" | "elsewhere" => {
  const { host, boot, namespaces } = recorded
  if (boot !== undefined && here.boot !== undefined) {
    // A reboot ends every process, even if the machine has been renamed since.
    if (boot !== here.boot) return isShared && host !== here.host ? "elsewhere" : "ended"
    return namespaces !== undefined && namespaces === here.namespaces ? stateOfPid(recorded) : "elsewhere"
  }
  // Without namespaces, there is no boot id either. The machine's name must suffice.
  const isAlike = boot === here.boot && host === here.host && process.platform !== "linux"
  return isAlike ? stateOfPid(recorded) : "elsewhere"
}

/** Returns whether a pid of this namespace still belongs to the same process. The start time detects a reused pid. */
const stateOfPid = ({ pid, started }: RecordedProcess): "running" | "ended" | "elsewhere" => {
  const start = isProcOurs() ? startIn(`/proc/${pid}/stat`) : undefined
  if (start !== undefined && started !== undefined) return start === started ? "running" : "ended"
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return "ended"
  }
  return "elsewhere"
}

const namespaces = (): string | undefined => {
  const [pid, time] = ["pid", "time"].map((kind) => linkOf(`/proc/self/ns/${kind}`))
  return pid === undefined ? undefined : `${pid} ${time ?? "time:[]"}`
}

/** Whether "/proc" shows the pids of this namespace: this process then has exactly one pid there. */
const isProcOurs = (): boolean => /^NSpid:\t\d+$/m.test(textOf("/proc/self/status") ?? "")

/**
 * Returns the start time in ticks since the boot, or "dead" for a process that has ended but was not collected. Linux
 * only.
 */
const startIn = (stat: string): string | undefined => {
  const text = textOf(stat)
  // The name in parentheses may contain any character; the fields after it do not.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ")
  return fields?.[0] === "Z" || fields?.[0] === "X" ? "dead" : fields?.[19]
}

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, "latin1").trim()
  } catch {
    return undefined
  }
}

const linkOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
