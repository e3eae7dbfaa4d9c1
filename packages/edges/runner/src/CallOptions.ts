/** The options of a call. */
export interface CallOptions {
  /** The id of the call, also in the supervisor's log. A new id by default. No two calls in flight share an id. */
  readonly id?: string | undefined
  /**
   * The key that is the same for every attempt at the same effect, so that a tool that knows the key does not repeat
   * the effect. The id by default.
   */
  readonly idempotencyKey?: string | undefined
  /**
   * The time that the call may take once the supervisor has it. After that the call is ended and rejects with a
   * `ToolCallError`. A time below 0 counts as 0.
   */
  readonly timeoutMs?: number | undefined
  /**
   * A signal that rejects the call with its reason, and asks the supervisor to end the call. The effect may have
   * happened nevertheless.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Called with the output of the tool, as it comes. If it throws, the process emits a warning, and the call goes on.
   */
  readonly onOutput?: ((output: ToolOutput) => void) | undefined
  /** Called when a person is asked. The call waits for the person, also if this function throws. */
  readonly onApprovalPending?: ((approval: ApprovalPending) => void) | undefined
}

/** A piece of what a running tool printed. The response is what counts. */
export interface ToolOutput {
  readonly stream: "stdout" | "stderr"
  readonly text: string
  /** True for the last piece of a tool that prints more than its output may hold. */
  readonly cut: boolean
}

/** A question to a person whether a call may be made. */
export interface ApprovalPending {
  readonly id: string
  readonly why: string
  /** The time after which the answer is not waited for any longer. */
  readonly expiresAt: Date
}
