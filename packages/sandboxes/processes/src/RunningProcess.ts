import type { Duplex, Readable } from "node:stream"
import type { Exit } from "./Exit.ts"
import type { ProcessEnforcement } from "./limits/HeldLimits.ts"

/** A process that was started. */
export interface RunningProcess {
  /** Of a confined one, that of its launcher. */
  readonly pid: number
  /**
   * Bytes to it and from it, half-open. It never fails: a side that the process closed ends, and what is written to it then is
   * dropped. It closes by itself when the process is gone and all was read.
   */
  readonly channel: Duplex
  /** Absent where its standard output is its channel. A process stands still where nobody reads what it says. */
  readonly stdout: Readable | undefined
  readonly stderr: Readable
  /** Settles once, when the process and all that it started are gone. Never rejects. */
  readonly ended: Promise<ProcessEnding>
  /** Asks every process of it to end, and after the grace leaves none. Asked again, the shorter grace holds. */
  readonly stop: (graceMs: number) => void
}

/**
 * How a process ended, when nothing of it is left. `signal`: what ended it, or the launcher that held it. A confined process that ends
 * by itself with the status of a signal, which is 128 and its number, is taken to have been ended by that.
 */
export interface ProcessEnding extends Exit {
  /** The limit that ended it, in a sentence's end: "its limit of 1000 ms of processor time". */
  readonly exceeded: string | undefined
  readonly enforced: ProcessEnforcement
}
