import type { Json, SideEffect } from "@toolgate/core"

/** The outcome of a script. Complete even if the script failed. */
export interface ChainRunResult {
  /**
   * `error`: invalid script, or it threw. `timeout`: time limit reached. `cancelled`: the call was cancelled. `crashed`: out of memory, or
   * its process died. `suspended`: a call waits for a person, and resuming continues the script.
   */
  readonly status: "ok" | "error" | "timeout" | "cancelled" | "crashed" | "suspended"
  /** The printed text, or the end of it if it is long. */
  readonly output_text: string
  /** The script's calls, in order. */
  readonly call_trace: ReadonlyArray<ChainCallRecord>
  readonly duration_ms: number
  /** The returned value. Null if nothing was returned or the script did not finish. */
  readonly result: Json
}

/** A call of a script, as the gate knows it. */
export interface ChainCallRecord {
  /** Index of the call in the script, as in the audit log. */
  readonly index: number
  readonly tool: string
  /** A keyed digest of the arguments. Equal within a script for equal arguments; the arguments cannot be guessed from it. */
  readonly args_digest: string
  readonly status: CallStatus
  readonly duration_ms: number
  /** Whether the call took effect, as in any answer. */
  readonly executed: "no" | "yes" | "unknown"
  readonly side_effects: ReadonlyArray<SideEffect>
}

/** The outcome of a call. `invalid`: bad tool name or arguments. `pending`: waiting for a person elsewhere. */
export type CallStatus = "ok" | "error" | "denied" | "invalid" | "pending" | "timeout" | "cancelled"
