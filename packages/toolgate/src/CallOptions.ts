import type { AskForm, ResourceLimits } from "@toolgate/core"
import type { CallListeners } from "@toolgate/dispatch"

/**
 * Options of a call: who makes it, what it may use, and who listens. `session`, `turn` and `agent` default to "default".
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
  /** Session of the call. Questions, quotas and audit records are grouped by it. */
  readonly session?: string
  /** Identifies the model's turn in the audit log. */
  readonly turn?: string
  /** Name of the agent that makes the call. */
  readonly agent?: string
  /** The role that selects policy layers. */
  readonly role?: string
  /** The task that selects policy layers. */
  readonly task?: string
  /** The person or service that the agent acts for. Recorded only; it does not affect the verdict. */
  readonly onBehalfOf?: string
  /** Refuses every tool that can change something, even if the policy allows it. */
  readonly readOnly?: boolean
  /** Refuses every tool that can reach the network, even if the policy allows it. */
  readonly noWeb?: boolean
  /** Names of active skills. Each one restricts the call to its tools, even if the policy allows more. An unknown name refuses the call. */
  readonly skills?: ReadonlyArray<string>
  /**
   * Called when a tool requests input with `context.ask`. The form names the tool, and the answer is validated against the form. Without
   * this function, `context.ask` reports to the tool that input is unavailable.
   */
  readonly ask?: AskForm
  /** The W3C trace context of the caller, such as `00-4bf92f35…-00f067aa…-01`. Affects only telemetry. An invalid one is ignored. */
  readonly traceparent?: string
  /** Cancels the call when aborted. */
  readonly signal?: AbortSignal
  /** Upper limits for the call, in addition to the policy's limits. */
  readonly limits?: Partial<ResourceLimits>
  /** Defers the call if a person has to decide. The call then returns `pending` immediately; run it with `resume` after the approval. */
  readonly defer?:
    | boolean
    | {
        /** Time limit for approval and resumption together, in milliseconds. Default 24 hours. */
        readonly expiresMs?: number
        /**
         * With `"session"`, repeating a call that was deferred earlier in the session joins the first one: no second question is asked
         * while the first is open, and its approval runs one call.
         */
        readonly joinsEarlier?: "session"
      }
  /** Time limit for waiting and running together, in milliseconds. For a batch, it covers the whole batch. */
  readonly timeoutMs?: number
}

/**
 * The agent and session that list tools, and whether the tools are for child calls. Without a session, the answer covers the tools that
 * any session may call.
 */
export type AskerOptions = Pick<
  CallOptions,
  "session" | "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills"
> & {
  /** The future caller of the tools: a model (`"direct"`, the default), or a script or tool (`"chain"`). */
  readonly caller?: "direct" | "chain"
}

/** The options of `observe`: who used the tools, in which session and turn. */
export type ObserveOptions = Pick<CallOptions, "session" | "turn" | "agent" | "role" | "task" | "onBehalfOf">
