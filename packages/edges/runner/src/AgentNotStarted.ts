import type { ErrorSlugMessage } from "./protocol.ts"

/**
 * The error for a child agent that was not started: it is not permitted, asks for more than its parent has, or its
 * program cannot run.
 */
export class AgentNotStarted extends Error {
  override readonly name = "AgentNotStarted"
  readonly agent: string
  readonly slug: ErrorSlugMessage

  constructor(agent: string, slug: ErrorSlugMessage, message: string) {
    super(message)
    this.agent = agent
    this.slug = slug
  }
}
