import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import type { RecordedProcess } from "@toolgate/wire"

/** This process, told from every other one before and after it. */
export const thisProcess = (): RecordedProcess => ({
  host: hostname(),
  pid: process.pid,
  boot: textOf("/proc/sys/kernel/random/boot_id"),
  namespaces: namespaces(),
  // Not by its pid, which "/proc" may count in another namespace.
  started: startIn("/proc/self/stat")
})

/**
 * Whether a process still runs, as far as this one can see: "elsewhere" where it cannot. A pid says nothing under another start of
 * the system, in another namespace, or on another machine; `isShared` says that another machine may have written the log.
 */
export const stateOf = (
  recorded: RecordedProcess,
  isShared: boolean,
  here: RecordedProcess = thisProcess()
): "running" | "ended" | "elsewhere" => {
  const { host, boot, namespaces } = recorded
  if (boot !== undefined && here.boot !== undefined) {
    // A system that was started again took all its processes with it, whatever it is called since.
    if (boot !== here.boot) return isShared && host !== here.host ? "elsewhere" : "ended"
    return namespaces !== undefined && namespaces === here.namespaces ? stateOfPid(recorded) : "elsewhere"
  }
  // Systems that have no namespaces tell no start either: there the name of the machine has to do.
  const isAlike = boot === here.boot && host === here.host && process.platform !== "linux"
  return isAlike ? stateOfPid(recorded) : "elsewhere"
}

/** By its pid, which counts here; its start says whether it is another process's by now. */
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

/** The namespaces in which pids and the ticks since the system's start are counted. */
const namespaces = (): string | undefined => {
  const [pid, time] = ["pid", "time"].map((kind) => linkOf(`/proc/self/ns/${kind}`))
  return pid === undefined ? undefined : `${pid} ${time ?? "time:[]"}`
}

/** Whether the pids in "/proc" are those of this process's namespace: then it has one pid there, and no others within. */
const isProcOurs = (): boolean => /^NSpid:\t\d+$/m.test(textOf("/proc/self/status") ?? "")

/** Ticks since the system started; "dead" of a process that has ended, and that nobody asked after. Linux tells it. */
const startIn = (stat: string): string | undefined => {
  const text = textOf(stat)
  // The name, in parentheses, may hold anything: what follows its last one is plain.
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
