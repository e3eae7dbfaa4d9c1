import type { RunnerEvent } from "./RunnerEvent.ts"

type Untimed = RunnerEvent extends infer E
  ? E extends RunnerEvent
    ? Omit<E, "at" | "agent" | "session">
    : never
  : never

/** Tells what happens to one runner, and knows whether whoever is told keeps up. */
export class RunnerTeller {
  /** Called when whoever is told has caught up. */
  caughtUp: () => void = () => {}
  private readonly agent: string
  private readonly session: string
  private readonly onEvent: ((event: RunnerEvent) => void | Promise<void>) | undefined
  private readonly broke: (cause: unknown) => void
  private pending = 0

  /** `broke` is told when `onEvent` throws or rejects. */
  constructor(
    agent: string,
    session: string,
    onEvent: ((event: RunnerEvent) => void | Promise<void>) | undefined,
    broke: (cause: unknown) => void
  ) {
    this.agent = agent
    this.session = session
    this.onEvent = onEvent
    this.broke = broke
  }

  /** True while more is on its way to whoever is told than may be: then no further call is taken in. */
  get isBehind(): boolean {
    return this.pending > mostPending
  }

  /** Never throws. Where nobody listens, nothing is made. */
  tell(event: Untimed): void {
    const { agent, session, onEvent } = this
    if (onEvent === undefined) return
    try {
      const told = onEvent({ ...event, at: Date.now(), agent, session } as RunnerEvent)
      if (told !== undefined) void this.follow(told)
    } catch (cause) {
      this.broke(cause)
    }
  }

  private async follow(told: Promise<void>): Promise<void> {
    this.pending++
    try {
      await told
    } catch (cause) {
      this.broke(cause)
    }
    this.pending--
    if (this.pending === mostPending) this.caughtUp()
  }
}

/** Events, of which an answer is the largest. */
const mostPending = 64
