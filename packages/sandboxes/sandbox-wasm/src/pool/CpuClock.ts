import { closeSync, existsSync, openSync, readSync } from "node:fs"

/** The kernel reports a process's time on a CPU in this file. */
const pathOf = (pid: number | "self") => `/proc/${pid}/schedstat`

/** The measure of processor time on this machine. */
export const cpuMeans = existsSync(pathOf("self")) ? ("schedstat" as const) : ("none" as const)

const text = Buffer.alloc(64)

/** The processor time of a process's first thread, which runs guests. The file stays open: a reading takes 2 µs. */
export class CpuClock {
  private readonly file: number | undefined

  /** Returns `undefined` if the process is gone. */
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
