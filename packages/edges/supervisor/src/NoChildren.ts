import type {
  AgentStartedMessage,
  AgentStartMessage,
  ErrorSlugMessage,
  SupervisorMessage
} from "@toolgate/runner/protocol"
import type { RunnerChildren } from "./RunnerChildren.ts"

/**
 * Refuses all children, for an agent that the supervisor did not start: a child would be a program of the agent's choice
 * on the machine of the supervisor.
 */
export class NoChildren implements RunnerChildren {
  private readonly refused: (child: string, why: string) => void

  /** `refused`: called with every refusal. */
  constructor(refused: (child: string, why: string) => void) {
    this.refused = refused
  }

  has(): boolean {
    return false
  }

  start(message: AgentStartMessage, send: (message: SupervisorMessage) => void): void {
    const why = `The agent "${message.agent}" was not started: an agent that connects by itself may not start programs here.`
    send(this.refuse(message, "permission_denied", why))
  }

  refuse({ agent_id, agent }: AgentStartMessage, error: ErrorSlugMessage, message: string): AgentStartedMessage {
    this.refused(agent, message)
    return { op: "agent_started", agent_id, ok: false, error, message }
  }

  stop(): void {}

  async end(): Promise<void> {}
}
