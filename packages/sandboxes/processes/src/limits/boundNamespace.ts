import { spawn } from "node:child_process"
import { closeSync, fstatSync, openSync, statSync } from "node:fs"
import { once } from "../once.ts"
import { systemProgram } from "../systemProgram.ts"
import { tried } from "../tried.ts"
import { isMachinesRoot, isSince } from "./countsOwnProcesses.ts"

/**
 * Whether the processes of a namespace can be bounded by the numbers that the namespace may give them. Outside of
 * cgroups, this is the only bound that the kernel has for the machine's root. Before Linux 6.14, the whole machine
 * shares one such bound.
 */
export const canBoundNamespace = once((): boolean => isSince(6, 14) && isMachinesRoot() && nsenter() !== undefined)

/**
 * Bounds the processes and threads of the namespace of a process. Nothing may run in the namespace yet but the process
 * that waits for the program. Returns whether the namespace is bounded now.
 */
export const boundNamespace = async (first: number, processes: number): Promise<boolean> => {
  const namespace = tried(() => openSync(`/proc/${first}/ns/pid`, "r"))
  if (namespace === undefined) return false
  try {
    const program = nsenter()
    return program !== undefined && !isOwn(namespace) && (await isEntered(program, namespace, processes))
  } finally {
    closeSync(namespace)
  }
}

const nsenter = once(() => systemProgram("nsenter"))

// The number may belong to another process by now. If it led to this process's own namespace, the bound would hold for
// the whole machine.
const isOwn = (namespace: number): boolean => {
  const [one, other] = [fstatSync(namespace), statSync("/proc/self/ns/pid")]
  return one.dev === other.dev && one.ino === other.ino
}

/**
 * Numbers under 300 are given out only once. They are skipped for all but the waiting process, so that exactly the
 * permitted numbers lie above.
 */
const bound = `echo "$1" > /proc/sys/kernel/pid_max && echo 299 > /proc/sys/kernel/ns_last_pid`

const isEntered = (program: string, namespace: number, processes: number): Promise<boolean> =>
  new Promise((resolve) => {
    const words = ["--pid=/proc/self/fd/3", "--", "/bin/sh", "-c", bound, "sh", String(299 + processes)]
    const child = spawn(program, words, { cwd: "/", env: {}, stdio: ["ignore", "ignore", "ignore", namespace] })
    child.on("error", () => resolve(false)).on("exit", (status) => resolve(status === 0))
  })
