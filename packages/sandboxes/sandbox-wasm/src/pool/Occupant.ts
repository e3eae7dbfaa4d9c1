import type { ChildFrame } from "../frames/ChildFrame.ts"

/** Whoever a process works for. */
export interface Occupant {
  frame(frame: ChildFrame): void
  /** The process is gone, and has left nothing behind. */
  gone(how: ProcessEnd): void
}

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** What it did that none of ours does, if it was ended for that. */
  readonly fault: string | undefined
  /** Whether something that it sent may not have come. */
  readonly isCutOff: boolean
}
