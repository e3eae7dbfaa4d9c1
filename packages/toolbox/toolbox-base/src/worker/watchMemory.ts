import { readFileSync } from "node:fs"

/**
 * Calls a function once if a process comes to use more memory than it may, and returns a function that stops looking. The bound on the
 * heap of JavaScript does not hold what SQLite or WebAssembly take. It looks where the system tells of it, which is on Linux.
 */
export const watchMemory = (pid: number | undefined, exceeded: () => void): (() => void) => {
  if (pid === undefined || process.platform !== "linux") return () => {}
  const looking = setInterval(() => {
    if (residentBytes(pid) <= mostBytes) return
    clearInterval(looking)
    exceeded()
  }, everyMs).unref()
  return () => clearInterval(looking)
}

const mostBytes = 2 * 1024 ** 3
const everyMs = 100

const residentBytes = (pid: number): number => {
  try {
    const [, kibibytes = "0"] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return Number(kibibytes) * 1024
  } catch {
    return 0
  }
}
