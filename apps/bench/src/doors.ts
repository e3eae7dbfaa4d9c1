import type { ToolExecution } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { assertAllRight } from "./assertAllRight.ts"
import type { EventReader } from "./EventReader.ts"
import type { EngineGate, LazyGate, UserGate } from "./gates.ts"
import { once } from "./once.ts"

/** The calls to make, and their expected outcomes. */
export interface Work {
  readonly tool: (call: number) => string
  readonly args: (call: number) => { readonly args: unknown } | { readonly argsText: string }
  /** The sessions, one per caller. Default: all callers share one session. */
  readonly sessions?: ReadonlyArray<string>
  /** A signal for all calls, through the public door. */
  readonly signal?: AbortSignal
  readonly ended: (execution: ToolExecution, call: number) => boolean
}

/** A way into a gate. */
export interface Door {
  readonly name: string
  /**
   * Makes the calls with concurrent callers, each one call after the other. Resolves when the last call is answered and
   * its events are read.
   */
  readonly call: (times: number, work: Work, callers?: number) => Promise<void>
}

/** Returns the door `engine.dispatch`. All calls of a caller run in one fiber. */
export const openEffectDoor = (gate: LazyGate<EngineGate>): Door =>
  doorOf("Effect door", gate, ({ engine, context }) => {
    const id = freshIds()
    const sequence = Effect.fnUntraced(function* (
      from: number,
      times: number,
      work: Work,
      session: string | undefined
    ) {
      const place = session === undefined ? context : { ...context, session }
      let right = 0
      for (let call = from; call < from + times; call++) {
        const asked = { id: id(), tool: work.tool(call), ...work.args(call) }
        const execution = yield* engine.dispatch(asked, place)
        if (work.ended(execution, call)) right++
      }
      return right
    })
    return (from, times, work, callers) => {
      if (callers === 1) return Effect.runPromise(sequence(from, times, work, work.sessions?.[0]))
      const all = Array.from({ length: callers }, (_, caller) => caller)
      const each = times / callers
      return Effect.runPromise(
        Effect.forEach(all, (caller) => sequence(from + caller * each, each, work, work.sessions?.[caller]), {
          concurrency: "unbounded"
        })
      ).then(sum)
    }
  })

/** Returns the door `engine.dispatchPromise`, on which the public door is built. */
export const openEnginePromiseDoor = (gate: LazyGate<EngineGate>): Door =>
  doorOf("engine's promise door", gate, ({ engine, context }) => {
    const id = freshIds()
    return promised(async (from, times, work, session) => {
      const place = session === undefined ? context : { ...context, session }
      let right = 0
      for (let call = from; call < from + times; call++) {
        const asked = { id: id(), tool: work.tool(call), ...work.args(call) }
        if (work.ended(await engine.dispatchPromise(asked, place), call)) right++
      }
      return right
    })
  })

/** Returns the public door, `createToolgate().dispatch`. */
export const openUserDoor = (gate: LazyGate<UserGate>): Door =>
  doorOf("createToolgate", gate, ({ gate }) => {
    const id = freshIds()
    return promised(async (from, times, work, session) => {
      const { signal } = work
      const options =
        session === undefined && signal === undefined
          ? undefined
          : { ...(session === undefined ? {} : { session }), ...(signal === undefined ? {} : { signal }) }
      let right = 0
      for (let call = from; call < from + times; call++) {
        const asked = { id: id(), tool: work.tool(call), ...work.args(call) }
        if (work.ended(await gate.dispatch(asked, options), call)) right++
      }
      return right
    })
  })

type Sequence = (from: number, times: number, work: Work, session: string | undefined) => Promise<number>
type Calls = (from: number, times: number, work: Work, callers: number) => Promise<number>

const promised =
  (sequence: Sequence): Calls =>
  (from, times, work, callers) => {
    if (callers === 1) return sequence(from, times, work, work.sessions?.[0])
    const each = times / callers
    const sequences = Array.from({ length: callers }, (_, caller) =>
      sequence(from + caller * each, each, work, work.sessions?.[caller])
    )
    return Promise.all(sequences).then(sum)
  }

/**
 * The number of calls after which a caller yields to the subscriber. Without this, the subscriber would lose events.
 */
const portion = 1000

const doorOf = <Gate extends { readonly reader: EventReader }>(
  name: string,
  gate: LazyGate<Gate>,
  callsOf: (gate: Gate) => Calls
): Door => {
  const opened = once(async () => {
    const opening = await gate.open()
    return { calls: callsOf(opening), reader: opening.reader }
  })
  return {
    name,
    call: async (times, work, callers = 1) => {
      const { calls, reader } = await opened()
      const most = callers === 1 ? portion : times
      let right = 0
      for (let from = 0; from < times; from += most) {
        const lost = reader.lost
        right += await calls(from, Math.min(most, times - from), work, callers)
        await reader.caughtUp()
        if (callers === 1 && reader.lost > lost) throw new Error(`A subscriber missed ${reader.lost - lost} events.`)
      }
      assertAllRight(right, times)
    }
  }
}

const sum = (counts: ReadonlyArray<number>) => counts.reduce((one, other) => one + other, 0)

/** Returns a generator of call ids. Concurrent calls need distinct ids, and making one is part of a call. */
const freshIds = () => {
  let last = 0
  return () => `call_${++last}`
}
