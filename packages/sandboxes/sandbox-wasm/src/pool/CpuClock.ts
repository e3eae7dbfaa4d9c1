import { closeSync, existsSync, openSync, readSync } from "node:fs"

/** The file in which the kernel reports how long a process has been on a CPU. */
const pathOf = (pid: number | "self") => `/proc/${pid}/schedstat`

/** The means of measuring CPU time on this machine. */
export const cpuMeans = existsSync(pathOf("self")) ? ("schedstat" as const) : ("none" as const)

const text = Buffer.alloc(64)

/** The CPU time of a process's first thread, in which guests run. The file stays open: a look costs 2 µs. */
export class CpuClock {
  private readonly file: number | undefined

  /** Returns `undefined` if the process is gone already. */
  static of(pid: number): CpuClock | undefined {
    try {
      return new CpuClock(pid)
    } catch {
      return undefined
    }
  }

  private constructor(pid: number) {
    this.file = cpuMeans === "none" ? undefined : openSync(pathOf(pid), "r")
  }

  /** Returns milliseconds, or 0 if the time cannot be read. */
  read(): number {
    if (this.file === undefined) return 0
    try {
      const bytes = readSync(this.file, text, 0, text.length, 0)
      return Number.parseInt(text.toString("latin1", 0, bytes), 10) / 1e6
    } catch {
      // The process is gone.
      return 0
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file)
  }
}
