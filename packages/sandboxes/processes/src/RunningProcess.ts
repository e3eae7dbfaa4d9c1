import type { Duplex, Readable } from "node:stream"
import type { Exit } from "./Exit.ts"
import type { ProcessEnforcement } from "./limits/LimitEnforcer.ts"

/** A process that has begun. */
export interface RunningProcess {
  /** The pid of the process, or of its launcher if the process is confined. */
  readonly pid: number
  /**
   * The half-open channel to the process. The channel never fails: a side that the process closes ends, and later
   * writes are dropped. The channel closes when the process is gone and its output has been read.
   */
  readonly channel: Duplex
  /** Absent if standard output is the channel. A process blocks while its output is not read. */
  readonly stdout: Readable | undefined
  readonly stderr: Readable
  /** Settles once, when the process and all its children are gone. Never rejects. */
  readonly ended: Promise<ProcessEnding>
  /** Asks every process to end, and kills the rest after the grace. After several calls, the shortest grace counts. */
  readonly stop: (graceMs: number) => void
}

/**
 * The end of a process, after all its children are gone. `signal` is the signal that ended the process or its launcher.
 * A confined process that exits with 128 plus a signal's number counts as ended by that signal.
 */
export interface ProcessEnding extends Exit {
  /** The limit that ended the process, as the end of a sentence: "its limit of 1000 ms of CPU time". */
  readonly exceeded: string | undefined
  readonly enforced: ProcessEnforcement
}
