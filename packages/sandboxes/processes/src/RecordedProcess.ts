import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** A process as a log or a store remembers it. Only Linux reports the last three members. */
export interface RecordedProcess {
  readonly host: string
  readonly pid: number
  /** The boot of the system. */
  readonly boot?: string | undefined
  /** The namespaces in which pids and the ticks since the boot are counted. */
  readonly namespaces?: string | undefined
  /** The ticks between the boot and the start of the process. */
  readonly started?: string | undefined
}

/** Returns the facts that tell this process from every other process, earlier or later. */
export const thisProcess = (): RecordedProcess => ({
  host: hostname(),
  pid: process.pid,
  boot: textOf("/proc/sys/kernel/random/boot_id"),
  namespaces: namespaces(),
  // Read through "self", because "/proc" may count pids in another namespace.
  started: startIn("/proc/self/stat")
})

/**
 * Returns whether a process still runs, or "elsewhere" when this process cannot tell. A pid means nothing after another
 * boot, in another namespace, or on another machine. `isShared` says whether the process may run on another machine.
 */
export const stateOfProcess = (
  recorded: RecordedProcess,
  isShared: boolean,
  here: RecordedProcess = thisProcess()
): "running" | "ended" | "elsewhere" => {
  const { host, boot, namespaces } = recorded
  if (boot !== undefined && here.boot !== undefined) {
    // A reboot ends all processes, whatever the host is called since.
    if (boot !== here.boot) return isShared && host !== here.host ? "elsewhere" : "ended"
    return namespaces !== undefined && namespaces === here.namespaces ? stateOfPid(recorded) : "elsewhere"
  }
  // Systems without namespaces report no boot either, so the name of the machine has to suffice there.
  const isAlike = boot === here.boot && host === here.host && process.platform !== "linux"
  return isAlike ? stateOfPid(recorded) : "elsewhere"
}

/**
 * Returns whether the process with a pid of this namespace still runs. The time of its start tells whether the pid
 * belongs to another process by now.
 */
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

/** Returns the namespaces in which pids, and the ticks since the boot, are counted. */
const namespaces = (): string | undefined => {
  const [pid, time] = ["pid", "time"].map((kind) => linkOf(`/proc/self/ns/${kind}`))
  return pid === undefined ? undefined : `${pid} ${time ?? "time:[]"}`
}

/** Whether "/proc" shows the pids of this process's namespace. This process then has exactly one pid there. */
const isProcOurs = (): boolean => /^NSpid:\t\d+$/m.test(textOf("/proc/self/status") ?? "")

/**
 * Returns the ticks between the boot and the start of a process, or "dead" for a process that has ended but was not yet
 * collected. Only Linux reports them.
 */
const startIn = (stat: string): string | undefined => {
  const text = textOf(stat)
  // The name in parentheses may hold any character. The fields after the last parenthesis are plain.
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
