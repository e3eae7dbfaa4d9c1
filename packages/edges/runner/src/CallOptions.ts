/** Options of a call. */
export interface CallOptions {
  /**
   * The id of the call, which also appears in the supervisor's log. Open calls must have different ids. Default: a new
   * id.
   */
  readonly id?: string | undefined
  /**
   * The key of the intended effect, which is the same for every attempt. A tool that supports the key does not repeat
   * the effect. Default: the id.
   */
  readonly idempotencyKey?: string | undefined
  /**
   * Milliseconds from the arrival at the supervisor until the call is ended and rejects with a `ToolCallError`. A
   * negative number counts as 0.
   */
  readonly timeoutMs?: number | undefined
  /**
   * Rejects the call with the signal's reason, and asks the supervisor to end it. The effect may already have happened.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Called with the tool's output as it arrives. If the function throws, the process emits a warning and the call
   * continues.
   */
  readonly onOutput?: ((output: ToolOutput) => void) | undefined
  /** Called when the call needs a person's approval. The call waits, even if the function throws. */
  readonly onApprovalPending?: ((approval: ApprovalPending) => void) | undefined
}

/** Streamed output of a running tool. The response is authoritative. */
export interface ToolOutput {
  readonly stream: "stdout" | "stderr"
  readonly text: string
  /** True for the last piece, if the tool exceeds its output limit. */
  readonly cut: boolean
}

/** A request for a person's approval of a call. */
export interface ApprovalPending {
  readonly id: string
  readonly why: string
  /** The time at which the request expires. */
  readonly expiresAt: Date
}
