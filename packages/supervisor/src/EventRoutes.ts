import type { EventsLost, ToolEvent, ToolEvents } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

type Told = ToolEvent | EventsLost

/** What a runner is told of while its call runs. Most events are neither. */
export type FollowedEvent = Extract<ToolEvent, { readonly type: "tool.output_delta" | "tool.confirmation_requested" }>

/** Who follows the calls of a session. */
export interface Follower {
  told(event: FollowedEvent): void
}

/** Takes what is told about calls to the runners whose calls they are. */
export class EventRoutes {
  private readonly followers = new Map<string, ReadonlyArray<Follower>>()
  private readonly queue: Queue.Dequeue<Told, unknown>

  private constructor(queue: Queue.Dequeue<Told, unknown>) {
    this.queue = queue
  }

  /** Follows until the scope closes. */
  static make = Effect.fnUntraced(function* (events: ToolEvents["Service"]) {
    const queue = yield* events.subscribe
    const routes = new EventRoutes(queue)
    // Looks, and takes nothing: what is on its way to a fiber could not be handed out before an answer any more.
    const next = Effect.tap(Queue.peek(queue), () => Effect.sync(() => routes.drain()))
    yield* Effect.forkScoped(Effect.ignore(Effect.forever(next, { disableYield: true })))
    return routes
  })

  follow(session: string, follower: Follower): void {
    this.followers.set(session, [...(this.followers.get(session) ?? []), follower])
  }

  unfollow(session: string, follower: Follower): void {
    const left = (this.followers.get(session) ?? []).filter((one) => one !== follower)
    if (left.length === 0) this.followers.delete(session)
    else this.followers.set(session, left)
  }

  /** Hands out now what has been told by now: an answer must not come before what its call printed. */
  drain(): void {
    for (;;) {
      const exit = Queue.takeUnsafe(this.queue)
      if (exit?._tag !== "Success") return
      this.route(exit.value)
    }
  }

  private route(event: Told): void {
    if (event.type !== "tool.output_delta" && event.type !== "tool.confirmation_requested") return
    const followers = this.followers.get(event.session)
    if (followers !== undefined) for (const follower of followers) follower.told(event)
  }
}
