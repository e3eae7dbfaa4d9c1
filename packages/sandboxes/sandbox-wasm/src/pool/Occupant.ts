import type { ChildFrame } from "../frames/ChildFrame.ts"

/** The run or check that a process works for. */
export interface Occupant {
  frame(frame: ChildFrame): void
  /** Called when the process and all its children are gone. */
  gone(how: ProcessEnd): void
}

/** The end of a process. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The violation for which the process was killed. Our guest program never commits one. */
  readonly fault: string | undefined
  /** Whether data from the process may be missing. */
  readonly isCutOff: boolean
}
