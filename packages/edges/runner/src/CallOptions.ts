/** What a call may be given beside its arguments. */
export interface CallOptions {
  /** The call's id, in the supervisor's log too; one of its own if left out. No two calls in flight share one. */
  readonly id?: string | undefined
  /** The same for every attempt at the same effect, so that a tool which knows it does not repeat it. The id, if left out. */
  readonly idempotencyKey?: string | undefined
  /** How long the call may take once the supervisor has it. Then it is ended, and rejects with a `ToolCallError`. Below 0 is 0. */
  readonly timeoutMs?: number | undefined
  /** Rejects the call with the signal's reason, and asks the supervisor to end it. It may have happened all the same. */
  readonly signal?: AbortSignal | undefined
  /** Hears what the tool prints, as it comes. What it throws is a warning of the process, and the call goes on. */
  readonly onOutput?: ((output: ToolOutput) => void) | undefined
  /** Hears that a person is being asked. The call waits for them, whatever it throws. */
  readonly onApprovalPending?: ((approval: ApprovalPending) => void) | undefined
}

/** Something that a running tool printed. It tells and does not prove: the response holds what counts. */
export interface ToolOutput {
  readonly stream: "stdout" | "stderr"
  readonly text: string
  /** True for the last one of a tool that prints more than its output may hold. */
  readonly cut: boolean
}

/** A person is being asked whether a call may be made. */
export interface ApprovalPending {
  readonly id: string
  readonly why: string
  /** When nobody is waited for any longer. */
  readonly expiresAt: Date
}
