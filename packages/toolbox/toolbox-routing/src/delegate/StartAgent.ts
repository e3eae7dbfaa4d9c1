import type { ToolContext } from "@toolgate/core"

/**
 * Starts an agent for a call, as `startAgent` of a gate does. Rejects with `DelegationRefused` if the agent asks for
 * more than the caller has or the limit is reached, and with `ProcessNotStarted` if its program does not start.
 */
export type StartAgent = (request: AgentStart) => Promise<StartedAgent>

/** A call's request for an agent. */
export interface AgentStart {
  readonly agent: string
  readonly task: string
  readonly tools: ReadonlyArray<string> | undefined
  readonly readOnly: boolean | undefined
  readonly caller: Pick<ToolContext, "principal" | "session" | "workspace" | "traceparent">
  /** Stops the agent and all its child processes when aborted. */
  readonly signal: AbortSignal
  readonly onOutput: (output: { readonly stream: "stdout" | "stderr"; readonly bytes: Uint8Array }) => void
}

/** A started agent. */
export interface StartedAgent {
  /** The session of the agent's calls, which the audit log records. */
  readonly session: string
  /** Settles when the agent ends. Never rejects. */
  readonly ended: Promise<AgentEnding>
}

/** The end of an agent. */
export interface AgentEnding {
  /** `exited`: the agent ended by itself. `stopped`: it was stopped. Other values are failures. */
  readonly how: string
  readonly status: number | null
  /** The end as a sentence. */
  readonly message: string
  /** The reported result. Absent if the agent reported none. */
  readonly result?: string
}
