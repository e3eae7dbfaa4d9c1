import type { Json } from "./Json.ts"
import type { ToolExecution } from "./ToolExecution.ts"

/** A call: the arguments are a value in `args`, or JSON text of a model in `argsText`. */
export interface Call {
  /** Repeated in the answer. Default: an id that the server makes. */
  readonly id?: string
  readonly tool: string
  readonly args?: Json
  readonly argsText?: string
}

/** The options of calls. */
export interface CallOptions {
  /** The model's turn, which groups calls and questions. */
  readonly turn?: string
  /** The time for waiting and running together, in milliseconds. */
  readonly timeoutMs?: number
  /**
   * `wait` (the default): the answer comes when the call has ended. `defer`: if a person has to decide, the answer is
   * pending at once, and the call runs when its approval is resumed.
   */
  readonly mode?: "wait" | "defer"
}

/** A call with its options. */
export interface NewCall extends Call, CallOptions {
  /** Makes the call at most once, however often it is sent. The client repeats such a call if its connection fails. */
  readonly idempotencyKey?: string
}

/** A call that the client looks up later. */
export interface AcceptedCall extends Call, Omit<CallOptions, "mode"> {
  readonly idempotencyKey?: string
}

/** Several calls, answered in order. */
export interface NewBatch extends CallOptions {
  /** At most 256 calls. */
  readonly calls: ReadonlyArray<Call>
  /** The most calls that run at once, at most 64. */
  readonly concurrency?: number
}

/** The calls of one turn of a model. Arguments may refer to earlier results, as in `{"$from": "1", "pointer": "/path"}`. */
export interface NewTurn extends NewBatch {}

/** A script that calls tools. */
export interface NewScript extends CallOptions {
  readonly id?: string
  readonly code: string
}

/** A script that the client looks up later. */
export interface AcceptedScript extends Omit<NewScript, "mode"> {}

/** The answers to a batch. */
export interface BatchAnswer {
  readonly executions: ReadonlyArray<ToolExecution>
}

/** The answers to a turn, and how its calls depended on each other. */
export interface TurnAnswer extends BatchAnswer {
  readonly chains: ReadonlyArray<Json>
}

/** A call that was accepted. Its id finds and cancels it. */
export interface Accepted {
  readonly callId: string
  readonly state: "open"
}

/** The state of a call: open, or answered. */
export type CallState =
  | Accepted
  | { readonly callId: string; readonly state: "answered"; readonly execution: ToolExecution }

/** The policy's decision about a call that was not made. */
export interface CallJudgement {
  readonly decision: "allow" | "ask" | "deny" | "depends"
  readonly rule?: string
  readonly why: string
}
