import type { EventsLost, ToolEvent, ToolEvents } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"

type Told = ToolEvent | EventsLost

/**
 * Returns an iterator over events from this moment on. It ends with the gate or when the reader stops.
 *
 * This is not a generator: a generator would subscribe only on the first read and miss earlier events, and cannot be stopped while it
 * waits.
 */
export const iterateEvents = (events: ToolEvents["Service"]): AsyncIterableIterator<Told> => {
  const scope = Effect.runSync(Scope.make())
  const queue = Effect.runSync(Scope.provide(events.subscribe, scope))
  const taken: Array<Told> = []
  let waiting = 0
  let asked: Promise<unknown> = Promise.resolve()

  const take = async (): Promise<IteratorResult<Told>> => {
    if (taken.length === 0) {
      const exit = await Effect.runPromiseExit(Queue.takeAll(queue))
      if (Exit.isFailure(exit)) return { done: true, value: undefined }
      taken.push(...exit.value.reverse())
    }
    const value = taken.pop()
    return value === undefined ? { done: true, value } : { done: false, value }
  }

  return {
    next: () => {
      // A buffered event is returned immediately, unless an earlier reader is still waiting.
      const value = waiting === 0 ? taken.pop() : undefined
      if (value !== undefined) return Promise.resolve({ done: false, value })
      waiting++
      const result = asked.then(take).finally(() => waiting--)
      asked = result
      return result
    },
    return: async () => {
      taken.length = 0
      await Effect.runPromise(Scope.close(scope, Exit.void))
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    }
  }
}
