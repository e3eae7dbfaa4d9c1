import type { EventsLost, ToolEvent, ToolEvents } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"

/** The events from this moment on, for an app that iterates. It ends with its gate, or when its reader stops. */
export const eventsOf = (events: ToolEvents["Service"]): AsyncIterableIterator<ToolEvent | EventsLost> => {
  // A generator does not begin until it is first asked, and would miss what happens before that: subscribe here.
  const scope = Effect.runSync(Scope.make())
  const queue = Effect.runSync(Scope.provide(events.subscribe, scope))
  return (async function* () {
    try {
      while (true) {
        const taken = await Effect.runPromiseExit(Queue.takeAll(queue))
        if (Exit.isFailure(taken)) return
        yield* taken.value
      }
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })()
}
