import { readFileSync } from "node:fs"
import { release } from "node:os"
import { once } from "../once.ts"
import { tryOrUndefined } from "../tryOrUndefined.ts"

/**
 * Whether the process limit, set inside a user namespace, counts only that namespace. Before Linux 5.14, it counts all
 * processes of the user. It never limits the machine's user 0.
 */
export const countsOwnProcesses = once((): boolean => isKernelSince(5, 14) && !isMachineRoot())

/** Whether the kernel has this version or a later one. */
export const isKernelSince = (major: number, minor: number): boolean => {
  const [own = 0, ownMinor = 0] = release().split(".").map(Number)
  return own > major || (own === major && ownMinor >= minor)
}

/** Whether the current user is user 0 of the machine. True if unknown. */
export const isMachineRoot = (): boolean => {
  const own = process.getuid?.() ?? 0
  for (const line of (tryOrUndefined(() => readFileSync("/proc/self/uid_map", "utf8")) ?? "").split("\n")) {
    const [inside = 0, outside = 0, count = 0] = line.trim().split(/\s+/).map(Number)
    if (own >= inside && own < inside + count) return outside + own - inside === 0
  }
  return true
}
