import type { Duplex, Readable } from "node:stream"
import type { Exit } from "./Exit.ts"
import type { ProcessEnforcement } from "./limits/HeldLimits.ts"

/** A process that was started. */
export interface RunningProcess {
  /** The number of the process, or of its launcher if the process is confined. */
  readonly pid: number
  /**
   * The bytes to the process and from it, half-open. The channel never fails: a side that the process closed ends, and
   * later writes to it are dropped. The channel closes by itself when the process is gone and everything was read.
   */
  readonly channel: Duplex
  /**
   * The standard output of the process. Absent if standard output is the channel. A process comes to a halt while
   * nobody reads its output.
   */
  readonly stdout: Readable | undefined
  readonly stderr: Readable
  /** Settles once, when the process and everything that it started are gone. Never rejects. */
  readonly ended: Promise<ProcessEnding>
  /** Asks every process to end, and kills what is left after the grace. If called again, the shorter grace counts. */
  readonly stop: (graceMs: number) => void
}

/**
 * The end of a process, when nothing of it is left. `signal`: the signal that ended the process or the launcher that
 * held it. A confined process that ends by itself with the status of a signal, which is 128 plus its number, counts as
 * ended by that signal.
 */
export interface ProcessEnding extends Exit {
  /** The limit that ended the process, as the end of a sentence: "its limit of 1000 ms of processor time". */
  readonly exceeded: string | undefined
  readonly enforced: ProcessEnforcement
}
