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
      let listeners: ReadonlyArray<(event: ToolEvent) => void> = []
      let open = true
      // What a call prints never takes the place of what is told about calls.
      const roomForOutput = Math.ceil((options.capacity * 3) / 4)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          open = false
          for (const reader of readers) end(reader)
        })
      )
      return {
        publish: (event) => {
          const room = event.type === "tool.output_delta" ? roomForOutput : options.capacity
          // Whoever listens may stop now. Iterators would cost more than the event.
          const all = listeners
          for (let at = 0; at < readers.length; at++) offer(readers[at] as Reader, event, room)
          for (let at = 0; at < all.length; at++) all[at]?.(event)
        },
        listen: (told) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              listeners = [...listeners, told]
            }),
            () =>
              Effect.sync(() => {
                listeners = listeners.filter((one) => one !== told)
              })
          ),
        subscribe: Effect.acquireRelease(
          // One place more than its events need: for the notice that some were lost.
          Effect.map(Queue.dropping<ToolEvent | EventsLost, Cause.Done>(options.capacity + 1), (queue) => {
            const reader: Reader = { queue, notice: undefined }
            if (open) readers = [...readers, reader]
            else end(reader)
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
  /** The last thing in a full queue: as long as it stands there, it counts on. */
  notice: { readonly type: "events.lost"; count: number } | undefined
}

const offer = (reader: Reader, event: ToolEvent, capacity: number) => {
  if (Queue.sizeUnsafe(reader.queue) < capacity) {
    reader.notice = undefined
    Queue.offerUnsafe(reader.queue, event)
  } else if (reader.notice === undefined) {
    reader.notice = { type: "events.lost", count: 1 }
    Queue.offerUnsafe(reader.queue, reader.notice)
  } else {
    reader.notice.count++
  }
}

const end = (reader: Reader) => {
  Queue.endUnsafe(reader.queue)
}
