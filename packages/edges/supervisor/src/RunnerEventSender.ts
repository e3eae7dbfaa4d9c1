import type { RunnerEvent } from "./RunnerEvent.ts"

type Untimed = RunnerEvent extends infer E
  ? E extends RunnerEvent
    ? Omit<E, "at" | "agent" | "session">
    : never
  : never

/** Sends events of one runner to its listener, and tracks whether the listener keeps up. */
export class RunnerEventSender {
  /** Called when the listener has caught up. */
  caughtUp: () => void = () => {}
  private readonly agent: string
  private readonly session: string
  private readonly onEvent: ((event: RunnerEvent) => void | Promise<void>) | undefined
  private readonly broke: (cause: unknown) => void
  private pending = 0

  /** `broke`: called when `onEvent` throws or rejects. */
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

  /** Whether too many events are pending. No further call is then accepted. */
  get isBehind(): boolean {
    return this.pending > mostPending
  }

  /** Sends an event. Never throws. Without a listener, no event is made. */
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

/** The most events with pending promises. An answer is the largest event. */
const mostPending = 64
