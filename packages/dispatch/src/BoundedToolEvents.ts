import { type EventsLost, type ToolEvent, ToolEvents } from "@toolgate/core"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"

/** Holds `capacity` events for each reader. One that is further behind loses what comes then, and no other reader notices. */
export const layerWith = (options: { readonly capacity: number }) =>
  Layer.effect(
    ToolEvents,
    Effect.gen(function* () {
      let readers: ReadonlyArray<Reader> = []
      yield* Effect.addFinalizer(() => Effect.sync(() => readers.forEach(end)))
      return {
        publish: (event) => {
          for (const reader of readers) offer(reader, event)
        },
        subscribe: Effect.acquireRelease(
          Effect.map(Queue.dropping<ToolEvent | EventsLost, Cause.Done>(options.capacity), (queue) => {
            const reader = { queue, lost: 0 }
            readers = [...readers, reader]
            return reader
          }),
          (reader) =>
            Effect.sync(() => {
              readers = readers.filter((one) => one !== reader)
              end(reader)
            })
        ).pipe(Effect.map((reader) => reader.queue))
      }
    })
  )

export const layer = layerWith({ capacity: 4096 })

interface Reader {
  readonly queue: Queue.Queue<ToolEvent | EventsLost, Cause.Done>
  lost: number
}

// The notice of a loss takes the place of one event, so it is offered when there is room again.
const offer = (reader: Reader, event: ToolEvent) => {
  if (reader.lost > 0 && Queue.offerUnsafe(reader.queue, { type: "events.lost", count: reader.lost })) reader.lost = 0
  if (reader.lost > 0 || !Queue.offerUnsafe(reader.queue, event)) reader.lost++
}

const end = (reader: Reader) => {
  Queue.endUnsafe(reader.queue)
}
