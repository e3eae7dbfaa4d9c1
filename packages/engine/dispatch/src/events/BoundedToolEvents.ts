import { type EventListener, type EventsLost, type ToolEvent, ToolEvents } from "@toolgate/core"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"

/**
 * Delivers events with a buffer of `capacity` events per reader. A reader that falls further behind loses the newest
 * events; other readers are not affected.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ToolEvents } from "@toolgate/core"
 * import { BoundedToolEvents } from "@toolgate/dispatch"
 * import * as Effect from "effect/Effect"
 * import * as Queue from "effect/Queue"
 *
 * const about = { at: 0, session: "s", turn: "t", agent: "a", callId: "1", toolName: "echo" }
 * const program = Effect.gen(function* () {
 *   const { publish, subscribe } = yield* ToolEvents
 *   const queue = yield* subscribe
 *   for (let sent = 0; sent < 5; sent++) publish({ ...about, type: "tool.completed", durationMs: 1, waitedMs: 0 })
 *   return yield* Queue.takeAll(queue)
 * })
 * const events = await Effect.runPromise(
 *   Effect.scoped(Effect.provide(program, BoundedToolEvents.layerWith({ capacity: 2 })))
 * )
 * // The reader learns how many events it has missed.
 * assert.deepEqual(events.at(-1), { type: "events.lost", count: 3 })
 * ```
 */
export const layerWith = (options: { readonly capacity: number }) =>
  Layer.effect(
    ToolEvents,
    Effect.gen(function* () {
      let readers: ReadonlyArray<Reader> = []
      let listeners: ReadonlyArray<EventListener> = []
      let open = true
      // Output events use only part of the buffer, so that they cannot displace other events.
      const roomForOutput = Math.ceil((options.capacity * 3) / 4)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          open = false
          for (const reader of readers) end(reader)
        })
      )
      return {
        publish: (event, call) => {
          const room = event.type === "tool.output_delta" ? roomForOutput : options.capacity
          // A listener may unsubscribe during the call, so iterate over a snapshot. Iterators would cost more than the
          // event.
          const all = listeners
          for (let at = 0; at < readers.length; at++) offer(readers[at] as Reader, event, room)
          for (let at = 0; at < all.length; at++) all[at]?.(event, call)
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
          // One extra entry for the notice about lost events.
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

/**
 * Delivers events with a buffer of 4,096 events per reader.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ToolEvents } from "@toolgate/core"
 * import { BoundedToolEvents } from "@toolgate/dispatch"
 * import * as Effect from "effect/Effect"
 *
 * const about = { at: 0, session: "s", turn: "t", agent: "a", callId: "1", toolName: "echo" }
 * const seen: Array<string> = []
 * const program = Effect.gen(function* () {
 *   const { listen, publish } = yield* ToolEvents
 *   yield* listen(({ type }) => void seen.push(type))
 *   publish({ ...about, type: "tool.completed", durationMs: 1, waitedMs: 0 })
 * })
 * await Effect.runPromise(Effect.scoped(Effect.provide(program, BoundedToolEvents.layer)))
 * assert.deepEqual(seen, ["tool.completed"])
 * ```
 */
export const layer = layerWith({ capacity: 4096 })

interface Reader {
  readonly queue: Queue.Queue<ToolEvent | EventsLost, Cause.Done>
  /** The notice at the end of a full queue. While it is there, its `count` increases. */
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
