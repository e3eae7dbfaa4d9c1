import type { RunnerEvent } from "./RunnerEvent.ts"

type Untimed = RunnerEvent extends infer E
  ? E extends RunnerEvent
    ? Omit<E, "at" | "agent" | "session">
    : never
  : never

/** Tells a listener what happens to one runner, and knows whether the listener keeps up. */
export class RunnerTeller {
  /** Called when the listener has caught up. */
  caughtUp: () => void = () => {}
  private readonly agent: string
  private readonly session: string
  private readonly onEvent: ((event: RunnerEvent) => void | Promise<void>) | undefined
  private readonly broke: (cause: unknown) => void
  private pending = 0

  /** `broke` is called when `onEvent` throws or rejects. */
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

  /** Whether more events are on their way to the listener than may be. Then no further call is taken in. */
  get isBehind(): boolean {
    return this.pending > mostPending
  }

  /** Tells an event. Never throws. If nobody listens, no event is made. */
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

/** The most events whose promises may be open. An answer is the largest event. */
const mostPending = 64
