import type { ToolContext } from "@toolgate/core"

/**
 * Starts an agent for a call. `startAgent` of a gate is such a function. Rejects with `DelegationRefused` if the agent asks for more than
 * the caller has, or if there may be no further agent, and with `ProcessNotStarted` if its program cannot be started.
 */
export type StartAgent = (request: AgentStart) => Promise<StartedAgent>

/** The request of a call for an agent. */
export interface AgentStart {
  readonly agent: string
  readonly task: string
  readonly tools: ReadonlyArray<string> | undefined
  readonly readOnly: boolean | undefined
  readonly caller: Pick<ToolContext, "principal" | "session" | "workspace">
  /** A signal that ends the agent, with all that it started, when it is aborted. */
  readonly signal: AbortSignal
  readonly onOutput: (output: { readonly stream: "stdout" | "stderr"; readonly bytes: Uint8Array }) => void
}

/** An agent that was started for a call. */
export interface StartedAgent {
  /** The session of the agent's calls, by which the record knows them. */
  readonly session: string
  /** The end of the agent. Never rejects. */
  readonly ended: Promise<AgentEnding>
}

/** The end of an agent. */
export interface AgentEnding {
  /** `exited`: the agent ended by itself. `stopped`: it was told to. Anything else is a failure. */
  readonly how: string
  readonly status: number | null
  /** The end in a sentence. */
  readonly message: string
  /** The result that the agent has reported. Absent if it has reported none. */
  readonly result?: string
}
