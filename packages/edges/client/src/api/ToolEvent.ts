import type { ToolOutput } from "./ToolExecution.ts"
import type { ErrorClass, Executed, SideEffectClass } from "./words.ts"

interface AboutCall {
  /** The time of the event, in milliseconds since the epoch. */
  readonly at: number
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly callId: string
  readonly toolName: string
  /** Set unless the agent makes a single direct call. */
  readonly caller?: Caller
}

/** The maker of a call: the agent in a turn of several calls, or another call. */
export type Caller =
  | { readonly kind: "direct"; readonly chain?: string; readonly index?: number }
  | {
      readonly kind: "chain"
      readonly parent: string
      readonly chain: string
      readonly index: number
      readonly provider?: string
    }

/** A call began to run. */
export interface ToolCalled extends AboutCall {
  readonly type: "tool.called"
  readonly sideEffects: Lowercase<SideEffectClass>
  readonly sandbox: string
}

/** A running call printed text. `cut`: the rest of its output is not sent. */
export interface ToolOutputDelta extends AboutCall {
  readonly type: "tool.output_delta"
  readonly stream: "stdout" | "stderr"
  readonly text: string
  readonly cut: boolean
}

/** A call succeeded. */
export interface ToolCompleted extends AboutCall {
  readonly type: "tool.completed"
  readonly durationMs: number
  readonly waitedMs: number
}

/** A call failed. */
export interface ToolFailed extends AboutCall {
  readonly type: "tool.failed"
  readonly errorClass: ErrorClass
  readonly message: string
  readonly executed: Executed
  readonly durationMs: number
  readonly waitedMs: number
  readonly partialOutput: ToolOutput | null
}

/** A call had invalid arguments. */
export interface ToolInputInvalid extends AboutCall {
  readonly type: "tool.input_invalid"
  readonly message: string
}

/** A call waits for a person. */
export interface ToolConfirmationRequested extends AboutCall {
  readonly type: "tool.confirmation_requested"
  readonly approvalId: string
  readonly kind?: "escalation"
  readonly sideEffects: Lowercase<SideEffectClass>
  readonly summary: string
  readonly why: string
  readonly projectedModifications: ReadonlyArray<string>
  readonly expiresAt: number
}

/** A call no longer waits for a person. */
export interface ToolConfirmationResolved extends AboutCall {
  readonly type: "tool.confirmation_resolved"
  readonly approvalId: string
  readonly decision: "approve" | "deny" | "expired" | "withdrawn"
}

/** Events did not arrive. `count` is absent if their number is not known. */
export interface EventsLost {
  readonly type: "events.lost"
  readonly count?: number
}

/** An event about a call. */
export type ToolEvent =
  | ToolCalled
  | ToolOutputDelta
  | ToolCompleted
  | ToolFailed
  | ToolInputInvalid
  | ToolConfirmationRequested
  | ToolConfirmationResolved

/** An event of a stream. Later servers may send further types, so a program has to ignore those that it does not know. */
export type ServerEvent = (ToolEvent | EventsLost) & {
  /** The place of the event, from which another stream can go on. */
  readonly id?: string
}
