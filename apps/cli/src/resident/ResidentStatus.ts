import type { GateState } from "./ResidentGates.ts"

/** The state of a resident gate. */
export interface ResidentStatus {
  readonly pid: number
  readonly version: string
  readonly socket: string
  /** The address of its store, without a password. */
  readonly store: string
  readonly uptimeMs: number
  readonly gates: ReadonlyArray<GateState>
  readonly sessions: number
  /** The number of calls without an answer. */
  readonly openCalls: number
  readonly waitingApprovals: number
  /** The memory that its process takes from the system. */
  readonly memoryBytes: number
}
