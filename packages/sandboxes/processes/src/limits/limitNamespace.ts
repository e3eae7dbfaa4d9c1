import { spawn } from "node:child_process"
import { closeSync, fstatSync, openSync, statSync } from "node:fs"
import { findSystemProgram } from "../findSystemProgram.ts"
import { once } from "../once.ts"
import { tryOrUndefined } from "../tryOrUndefined.ts"
import { isKernelSince, isMachineRoot } from "./countsOwnProcesses.ts"

/**
 * Whether the processes of a namespace can be limited through the pids that it hands out. For the machine's root user,
 * the kernel has no other limit outside of cgroups. Before Linux 6.14, all namespaces share one such limit.
 */
export const canLimitNamespace = once((): boolean => isKernelSince(6, 14) && isMachineRoot() && nsenter() !== undefined)

/**
 * Limits the processes and threads in the namespace of a process. The waiting launcher must be the only process there.
 * Returns whether the limit is set.
 */
export const limitNamespace = async (first: number, processes: number): Promise<boolean> => {
  const namespace = tryOrUndefined(() => openSync(`/proc/${first}/ns/pid`, "r"))
  if (namespace === undefined) return false
  try {
    const program = nsenter()
    return program !== undefined && !isOwn(namespace) && (await isEntered(program, namespace, processes))
  } finally {
    closeSync(namespace)
  }
}

const nsenter = once(() => findSystemProgram("nsenter"))

// The pid may have been reused. In this process's own namespace, the limit would apply to the whole machine.
const isOwn = (namespace: number): boolean => {
  const [one, other] = [fstatSync(namespace), statSync("/proc/self/ns/pid")]
  return one.dev === other.dev && one.ino === other.ino
}

/** Linux assigns pids under 300 only once. Skipping them leaves exactly the permitted number. */
const bound = `echo "$1" > /proc/sys/kernel/pid_max && echo 299 > /proc/sys/kernel/ns_last_pid`

const isEntered = (program: string, namespace: number, processes: number): Promise<boolean> =>
  new Promise((resolve) => {
    const words = ["--pid=/proc/self/fd/3", "--", "/bin/sh", "-c", bound, "sh", String(299 + processes)]
    const child = spawn(program, words, { cwd: "/", env: {}, stdio: ["ignore", "ignore", "ignore", namespace] })
    child.on("error", () => resolve(false)).on("exit", (status) => resolve(status === 0))
  })
