import type { Duplex, Readable } from "node:stream"
import type { Enforcement, ExecutionGrant, ResolvedPath } from "@toolgate/core"
import * as Data from "effect/Data"

/** A program that is to run for long, beside the gate and under a grant of its own. */
export interface ProcessSpec {
  /** The program and its arguments. No shell reads them; a program without a slash is looked for in the `PATH` it is given. */
  readonly words: readonly [string, ...ReadonlyArray<string>]
  readonly grant: Pick<ExecutionGrant, "confinement" | "limits" | "access">
  readonly workingFolder: ResolvedPath
  /**
   * Over what the grant names of this process's own variables, and the base of every program. `TOOLGATE_CHANNEL` is added: "3" or
   * "stdio".
   */
  readonly environment: Readonly<Record<string, string>>
  /**
   * Where it and the gate talk to each other. `descriptor`: the descriptor 3, open both ways. `stdio`: its standard input and
   * output.
   */
  readonly channel: "descriptor" | "stdio"
  /** What it reads from its standard input, where that is not its channel. */
  readonly input: "nothing" | "inherited"
}

/** How a program ended, when nothing of it is left. */
export interface ProcessEnding {
  /** Of a confined one that a signal ended, 128 and the signal's number. */
  readonly status: number | null
  /** What ended it, or the launcher that held it: a confined one that is killed is killed with that. */
  readonly signal: NodeJS.Signals | null
  /** The limit that ended it, in a sentence's end: "its limit of 1000 ms of processor time". */
  readonly exceeded: string | undefined
  readonly enforced: Enforcement
}

/** A program that was started. */
export interface HostProcess {
  /** Of a confined one, that of its launcher. */
  readonly pid: number
  /**
   * Bytes to it and from it, half-open. It never fails: a side that the program closed ends, and what is written to it then is
   * dropped. It closes by itself when the program is gone and all was read.
   */
  readonly channel: Duplex
  /** Absent where its standard output is its channel. A program stands still where nobody reads what it says. */
  readonly stdout: Readable | undefined
  readonly stderr: Readable
  /** Settles once, when the program and all that it started are gone. Never rejects. */
  readonly ended: Promise<ProcessEnding>
  /** Asks every process of it to end, and after the grace leaves none. Asked again, the shorter grace holds. */
  readonly stop: (graceMs: number) => void
}

/** Why a program could not be started: a sentence. */
export class ProcessNotStarted extends Data.TaggedError("ProcessNotStarted")<{
  readonly message: string
  readonly cause?: unknown
}> {}
