import type { ChildFrame } from "../frames/ChildFrame.ts"

/** An owner for whom a process works. */
export interface Occupant {
  frame(frame: ChildFrame): void
  /** Called when the process is gone and has left nothing behind. */
  gone(how: ProcessEnd): void
}

/** The end of a process. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The offence that none of our programs commits, if the process was ended for one. */
  readonly fault: string | undefined
  /** Whether some of what the process sent may be missing. */
  readonly isCutOff: boolean
}
