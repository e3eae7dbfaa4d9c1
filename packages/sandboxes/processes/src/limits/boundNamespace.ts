import { spawn } from "node:child_process"
import { closeSync, fstatSync, openSync, statSync } from "node:fs"
import { once } from "../once.ts"
import { systemProgram } from "../systemProgram.ts"
import { tried } from "../tried.ts"
import { isMachinesRoot, isSince } from "./countsOwnProcesses.ts"

/**
 * Whether the processes of a namespace can be bounded by the numbers that it may give them: it is the one bound that the kernel has
 * for the machine's root outside of cgroups. Before Linux 6.14 there is one such bound for the whole machine.
 */
export const canBoundNamespace = once((): boolean => isSince(6, 14) && isMachinesRoot() && nsenter() !== undefined)

/**
 * Bounds the processes and threads of the namespace that a process is in, where nothing runs in it yet but what waits for the
 * program. Answers whether it is so now.
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

// A number may have become another process's; that of this process's own namespace bounds the machine.
const isOwn = (namespace: number): boolean => {
  const [one, other] = [fstatSync(namespace), statSync("/proc/self/ns/pid")]
  return one.dev === other.dev && one.ino === other.ino
}

/** The numbers under 300 are given once only. So they are passed over, but for what waits, and as many as may be are above. */
const bound = `echo "$1" > /proc/sys/kernel/pid_max && echo 299 > /proc/sys/kernel/ns_last_pid`

const isEntered = (program: string, namespace: number, processes: number): Promise<boolean> =>
  new Promise((resolve) => {
    const words = ["--pid=/proc/self/fd/3", "--", "/bin/sh", "-c", bound, "sh", String(299 + processes)]
    const child = spawn(program, words, { cwd: "/", env: {}, stdio: ["ignore", "ignore", "ignore", namespace] })
    child.on("error", () => resolve(false)).on("exit", (status) => resolve(status === 0))
  })
