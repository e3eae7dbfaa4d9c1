import type { ToolEvent, ToolEvents } from "@toolgate/core"
import * as Effect from "effect/Effect"

/** An event that a runner is told while its call runs. Most events are not told. */
export type FollowedEvent = Extract<ToolEvent, { readonly type: "tool.output_delta" | "tool.confirmation_requested" }>

/** A follower of the calls of a session. */
export interface Follower {
  /** Whether the follower has a call of this id at the gate. */
  runs(id: string): boolean
  told(event: FollowedEvent): void
}

/**
 * Routes the events of calls to the runners that made the calls. An event is passed on at once, so an answer comes
 * after the output of its call.
 */
export class EventRoutes {
  private readonly followers = new Map<string, ReadonlyArray<Follower>>()

  /** Makes routes that follow the events until the scope closes. */
  static make = Effect.fnUntraced(function* (events: ToolEvents["Service"]) {
    const routes = new EventRoutes()
    yield* events.listen((event) => routes.route(event))
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

  /** Whether nobody else in the session has a call of this id at the gate. */
  isFree(session: string, id: string, follower: Follower): boolean {
    return !this.followers.get(session)?.some((one) => one !== follower && one.runs(id))
  }

  private route(event: ToolEvent): void {
    if (event.type !== "tool.output_delta" && event.type !== "tool.confirmation_requested") return
    const followers = this.followers.get(event.session)
    if (followers !== undefined) for (const follower of followers) follower.told(event)
  }
}
