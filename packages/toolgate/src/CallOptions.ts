import type { ResourceLimits } from "@toolgate/core"
import type { CallListeners } from "@toolgate/dispatch"

/** The options of a call: who makes it, how much it may use, and who listens to it. A name that is left out is "default". */
export interface CallOptions extends CallListeners {
  readonly session?: string
  readonly turn?: string
  readonly agent?: string
  /** What the policy's layers for roles and tasks go by. */
  readonly role?: string
  readonly task?: string
  /** True: nothing that can change something, whatever the policy says. */
  readonly readOnly?: boolean
  /** True: nothing that can reach the network, whatever the policy says. */
  readonly noWeb?: boolean
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal
  /** How much the call may use, at most: what the policy grants holds beside it. */
  readonly limits?: Partial<ResourceLimits>
  /** For waiting and running together, in milliseconds; for a batch, from its beginning to its end. */
  readonly timeoutMs?: number
}

/**
 * Who asks for tools, in which session, and whether a call of theirs would be one that another call makes. Without a session: a
 * tool that any session may call.
 */
export type AskerOptions = Pick<CallOptions, "session" | "agent" | "role" | "task" | "readOnly" | "noWeb"> & {
  readonly caller?: "direct" | "chain"
}
