import { readFileSync } from "node:fs"
import { release } from "node:os"
import { once } from "../once.ts"
import { tried } from "../tried.ts"

/**
 * Whether the system's limit of processes, set inside a user namespace, counts the processes of that namespace and no
 * others. Before Linux 5.14, it counts everything that the user runs. It never binds the user 0 of the machine, in
 * whatever namespace.
 */
export const countsOwnProcesses = once((): boolean => isSince(5, 14) && !isMachinesRoot())

/** Whether the kernel is of this version or a later one. */
export const isSince = (major: number, minor: number): boolean => {
  const [own = 0, ownMinor = 0] = release().split(".").map(Number)
  return own > major || (own === major && ownMinor >= minor)
}

/** Whether this process's user is the user 0 of the machine. In doubt, true. */
export const isMachinesRoot = (): boolean => {
  const own = process.getuid?.() ?? 0
  for (const line of (tried(() => readFileSync("/proc/self/uid_map", "utf8")) ?? "").split("\n")) {
    const [inside = 0, outside = 0, count = 0] = line.trim().split(/\s+/).map(Number)
    if (own >= inside && own < inside + count) return outside + own - inside === 0
  }
  return true
}
