import type {
  AgentStartedMessage,
  AgentStartMessage,
  ErrorSlugMessage,
  SupervisorMessage
} from "@toolgate/runner/protocol"

/** The agents that a runner has started, or may not start. */
export interface RunnerChildren {
  /** Whether a child with this id runs. */
  has(id: string): boolean
  /** Starts a child, or refuses it. The message is answered at once, and the child's end is reported later. */
  start(message: AgentStartMessage, send: (message: SupervisorMessage) => void): void
  /** Returns the answer that refuses a child, and reports the refusal. */
  refuse(message: AgentStartMessage, error: ErrorSlugMessage, why: string): AgentStartedMessage
  stop(id: string): void
  /** Ends all children. Settles when they have ended. */
  end(): Promise<void>
}
