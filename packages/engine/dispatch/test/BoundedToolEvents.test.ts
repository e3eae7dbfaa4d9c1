import { type ToolEvent, ToolEvents } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import { expect, it } from "vitest"
import { BoundedToolEvents } from "../src/index.ts"

const event = (n: number): ToolEvent => ({
  type: "tool.completed",
  at: n,
  session: "s",
  turn: "t",
  agent: "a",
  callId: String(n),
  toolName: "t",
  durationMs: 0,
  waitedMs: 0
})

const withEvents = <A>(use: (events: ToolEvents["Service"]) => Effect.Effect<A, unknown, Scope.Scope>, capacity = 3) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(ToolEvents, use)).pipe(Effect.provide(BoundedToolEvents.layerWith({ capacity })))
  )

it("delivers every event after the subscription to every reader", () =>
  withEvents((events) =>
    Effect.gen(function* () {
      events.publish(event(0))
      const first = yield* events.subscribe
      events.publish(event(1))
      const second = yield* events.subscribe
      events.publish(event(2))
      expect(yield* Queue.takeAll(first)).toEqual([event(1), event(2)])
      expect(yield* Queue.takeAll(second)).toEqual([event(2)])
    })
  ))

it("drops the newest events for a slow reader, counts them, and spares other readers", () =>
  withEvents((events) =>
    Effect.gen(function* () {
      const slow = yield* events.subscribe
      const quick = yield* events.subscribe
      const read: Array<unknown> = []
      for (let n = 1; n <= 5; n++) {
        events.publish(event(n))
        read.push(...(yield* Queue.takeAll(quick)))
      }
      expect(read).toEqual([1, 2, 3, 4, 5].map(event))
      const lost = (count: number) => ({ type: "events.lost", count })
      expect(yield* Queue.takeAll(slow)).toEqual([...[1, 2, 3].map(event), lost(2)])
      events.publish(event(6))
      expect(yield* Queue.takeAll(slow)).toEqual([event(6)])
      for (let n = 1; n <= 10; n++) events.publish(event(n))
      expect(yield* Queue.take(slow)).toEqual(event(1))
      events.publish(event(11))
      events.publish(event(12))
      expect(yield* Queue.takeAll(slow)).toEqual([event(2), event(3), lost(9)])
    })
  ))

it("ends a reader with its scope", () =>
  withEvents((events) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const queue = yield* Scope.provide(events.subscribe, scope)
      yield* Scope.close(scope, Exit.void)
      events.publish(event(1))
      expect(Exit.isFailure(yield* Effect.exit(Queue.take(queue)))).toBe(true)
    })
  ))

it("reports lost events even if no event follows", async () => {
  const read = await Effect.runPromise(
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const layer = yield* Scope.provide(Layer.build(BoundedToolEvents.layerWith({ capacity: 2 })), scope)
      const events = Context.get(layer, ToolEvents)
      const reading = yield* Scope.make()
      const queue = yield* Scope.provide(events.subscribe, reading)
      for (let n = 1; n <= 5; n++) events.publish(event(n))
      yield* Scope.close(scope, Exit.void)
      const late = yield* Scope.provide(events.subscribe, reading)
      return [yield* Queue.collect(queue), yield* Queue.collect(late)]
    })
  )
  expect(read).toEqual([[event(1), event(2), { type: "events.lost", count: 3 }], []])
})

it("keeps room for call events when a call prints a lot", () =>
  withEvents(
    (events) =>
      Effect.gen(function* () {
        const reader = yield* events.subscribe
        const { durationMs: _ms, waitedMs: _waited, ...about } = event(0) as ToolEvent & { durationMs: 0; waitedMs: 0 }
        for (let n = 0; n < 9; n++)
          events.publish({ ...about, type: "tool.output_delta", stream: "stdout", text: String(n), cut: false })
        events.publish(event(1))
        const told = yield* Queue.takeAll(reader)
        expect(told.map((one) => ("text" in one ? one.text : one))).toEqual([
          ..."012345",
          { type: "events.lost", count: 3 },
          event(1)
        ])
      }),
    8
  ))

it("calls listeners synchronously and without loss until their scope closes", () =>
  withEvents((events) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const heard: Array<ToolEvent> = []
      yield* Scope.provide(
        events.listen((one) => heard.push(one)),
        scope
      )
      for (let n = 1; n <= 10; n++) {
        events.publish(event(n))
        expect(heard).toHaveLength(n)
      }
      yield* Scope.close(scope, Exit.void)
      events.publish(event(11))
      expect(heard).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(event))
    })
  ))
