import type { AskForm, ResourceLimits } from "@toolgate/core"
import type { CallListeners } from "@toolgate/dispatch"

/**
 * The options of a call: who makes it, how much it may use, and who listens to it. `session`, `turn` and `agent` are "default" if
 * left out.
 *
 * ```ts
 * import type { CallOptions } from "toolgate"
 *
 * export const forReview = (session: string): CallOptions => ({
 *   session,
 *   agent: "reviewer",
 *   readOnly: true,
 *   timeoutMs: 30_000,
 *   onOutput: ({ text }) => console.log(text)
 * })
 * ```
 */
export interface CallOptions extends CallListeners {
  /** The name of the session, which questions, quotas and records carry. */
  readonly session?: string
  /** The name of the turn of the model that makes the call, for the record. */
  readonly turn?: string
  /** The name of the agent that makes the call. */
  readonly agent?: string
  /** The role by which the policy chooses its layers. */
  readonly role?: string
  /** The task by which the policy chooses its layers. */
  readonly task?: string
  /** The person or the service that the agent acts for. It is recorded, and decides nothing. */
  readonly onBehalfOf?: string
  /** Whether tools that can change something are refused, whatever the policy says. */
  readonly readOnly?: boolean
  /** Whether tools that can reach the network are refused, whatever the policy says. */
  readonly noWeb?: boolean
  /**
   * The names of the gate's skills that are active: each restricts the call to its tools, whatever the policy says. A name that is no
   * skill refuses the call.
   */
  readonly skills?: ReadonlyArray<string>
  /**
   * Asks whoever makes the call for the input that its tool asks for with `context.ask`. Without it, such a tool is told that nobody
   * can be asked. The form says which tool asks, and the answer is checked against the form.
   */
  readonly ask?: AskForm
  /** A signal that cancels the call when it is aborted. */
  readonly signal?: AbortSignal
  /** The most that the call may use. The limits of the policy hold as well. */
  readonly limits?: Partial<ResourceLimits>
  /**
   * Whether the call is deferred if a person has to decide: it is answered at once with `pending`, and `resume` runs it once it is
   * approved.
   */
  readonly defer?:
    | boolean
    | {
        /** The time for the approval and the resumption, in milliseconds: 24 hours by default. */
        readonly expiresMs?: number
        /**
         * `"session"`: the call may also be one that was deferred before and is made again in its session. It asks no second question
         * while the first is open, and runs with its approval, which serves one call.
         */
        readonly joinsEarlier?: "session"
      }
  /** The time for waiting and running together, in milliseconds; for a batch, from its beginning to its end. */
  readonly timeoutMs?: number
}

/**
 * The options of a question about tools: who asks, in which session, and whether their calls would be child calls. Without a
 * session, the answer is about the tools that any session may call.
 */
export type AskerOptions = Pick<
  CallOptions,
  "session" | "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills"
> & {
  /** Whether the tools are for calls of a model, the default, or for those of a script or a tool. */
  readonly caller?: "direct" | "chain"
}

/** The options of `observe`: whose model it was, and in which turn of which session. */
export type ObserveOptions = Pick<CallOptions, "session" | "turn" | "agent" | "role" | "task" | "onBehalfOf">
