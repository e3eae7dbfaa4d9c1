import type { Json, SideEffect } from "@toolgate/core"

/** The outcome of a script. It is whole however the script ended. */
export interface ChainRunResult {
  /**
   * `error`: the script is no script, or threw. `timeout`: its time was up. `cancelled`: its call was. `crashed`: it ran out of memory, or
   * its process was lost. `suspended`: a call waits for a person, and the script goes on with the answer when it is resumed.
   */
  readonly status: "ok" | "error" | "timeout" | "cancelled" | "crashed" | "suspended"
  /** The text that the script printed: the end of it, if it is long. */
  readonly output_text: string
  /** The calls of the script, in its order. */
  readonly call_trace: ReadonlyArray<ChainCallRecord>
  readonly duration_ms: number
  /** The value that the script returned. Null for one that returned nothing or did not end by itself. */
  readonly result: Json
}

/** A call of a script, as the gate knows it. */
export interface ChainCallRecord {
  /** The number of calls that the script made before, which is the index of the call in the record. */
  readonly index: number
  readonly tool: string
  /** A keyed digest of the arguments: equal for equal arguments in the calls of one script, and of no use to guess them. */
  readonly args_digest: string
  readonly status: CallStatus
  readonly duration_ms: number
  /** Whether the call took effect, as in the answer to any call. */
  readonly executed: "no" | "yes" | "unknown"
  readonly side_effects: ReadonlyArray<SideEffect>
}

/** The way in which a call of a script ended. `invalid`: its tool or its arguments are. `pending`: it waits for a person, elsewhere. */
export type CallStatus = "ok" | "error" | "denied" | "invalid" | "pending" | "timeout" | "cancelled"
