import type { ToolExecution } from "@toolgate/core"

/**
 * The order of calls in a turn. `sequential`: one by one. `parallel`: in concurrent waves. `auto`: in waves, or one by one if a call's
 * effects are unknown.
 */
export type TurnMode = "auto" | "parallel" | "sequential"

/** The options of a turn. */
export interface TurnOptions {
  /** The order of the calls. Default `"auto"`. */
  readonly mode?: TurnMode | undefined
  /** Whether calls with separate effects may run concurrently. Default false: calls that change something run one by one, in order. */
  readonly parallelMutations?: boolean | undefined
}

/** The answers of a turn, in order, and how they were made. */
export interface Turn {
  readonly executions: ReadonlyArray<ToolExecution>
  /** The chain of the turn. Empty for a single call, which is a direct call. */
  readonly tool_chains: ReadonlyArray<ToolChain>
}

/** The way a turn of several calls ran. */
export interface ToolChain {
  /** ID of the turn, in events and audit records. */
  readonly chain_id: string
  readonly mode_requested: TurnMode
  readonly mode_used: Exclude<TurnMode, "auto">
  /** Whether the calls ran one by one instead of in waves. */
  readonly fallback_to_seq: boolean
  /** The reason, as a sentence. */
  readonly fallback_reason?: string
  readonly parallel_mutations_enabled: boolean
  /** Number of waves. 0 if the whole turn was refused. */
  readonly waves: number
  readonly steps: ReadonlyArray<ToolChainStep>
}

/** A call of a turn. */
export interface ToolChainStep {
  readonly index: number
  readonly call_id: string
  readonly tool: string
  /** Number of the wave, from 0. Null if the whole turn was refused. */
  readonly wave: number | null
  readonly status: "success" | "error" | "pending_approval"
  readonly duration_ms: number
}
