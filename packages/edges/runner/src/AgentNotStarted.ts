import type { ErrorSlugMessage } from "./protocol.ts"

/**
 * The error of a child that was not started: it may not be started, may not do that much, or its program could not be
 * run.
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
