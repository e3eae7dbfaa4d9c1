import { readFileSync } from "node:fs"

/**
 * Calls a function once if a process exceeds a memory limit, and returns a function that stops watching. V8's heap
 * limit does not cover SQLite and WebAssembly. Works on Linux only.
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
