import type { ToolExecution } from "@toolgate/core"

/**
 * The order in which the calls of a turn run. `sequential`: one after the other. `parallel`: in waves, each call of a wave at once.
 * `auto`: in waves, but one after the other where what a call changes cannot be known.
 */
export type TurnMode = "auto" | "parallel" | "sequential"

/** The options of a turn. */
export interface TurnOptions {
  /** The order in which the calls run: `"auto"` by default. */
  readonly mode?: TurnMode | undefined
  /**
   * Whether calls that change something may run at once, if they change different things. Off by default: such calls run one after
   * the other, in their order.
   */
  readonly parallelMutations?: boolean | undefined
}

/** The answers to the calls of a turn, in their order, and how they were made. */
export interface Turn {
  readonly executions: ReadonlyArray<ToolExecution>
  /** The chain of the turn. Empty for a turn of one call, which is a direct call like any other. */
  readonly tool_chains: ReadonlyArray<ToolChain>
}

/** The way in which a turn of several calls was made. */
export interface ToolChain {
  /** The id of the turn, in events and in the record. */
  readonly chain_id: string
  readonly mode_requested: TurnMode
  readonly mode_used: Exclude<TurnMode, "auto">
  /** Whether the calls ran one after the other although they might have run in waves. */
  readonly fallback_to_seq: boolean
  /** The reason for that, in a sentence. */
  readonly fallback_reason?: string
  readonly parallel_mutations_enabled: boolean
  /** The number of waves. 0 if the turn was refused as a whole. */
  readonly waves: number
  readonly steps: ReadonlyArray<ToolChainStep>
}

/** A call of a turn. */
export interface ToolChainStep {
  readonly index: number
  readonly call_id: string
  readonly tool: string
  /** The number of the wave, from 0. Null if the turn was refused as a whole. */
  readonly wave: number | null
  readonly status: "success" | "error" | "pending_approval"
  readonly duration_ms: number
}
