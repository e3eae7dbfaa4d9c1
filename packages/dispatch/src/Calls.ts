import {
  type DispatchContext,
  type Gated,
  type Permit,
  type Ran,
  type Refused,
  type ResolvedPath,
  type Resource,
  ready,
  type ToolCall,
  type ToolEvents,
  type ToolExecution
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import { answerOf } from "./answerOf.ts"
import { asCall } from "./asCall.ts"
import { CallInFlight } from "./CallInFlight.ts"
import { drive, isSettled, type Steps } from "./drive.ts"
import { endEvent } from "./events.ts"
import { cancelled, closed, deadlinePassed, duplicate, malformed, parentEnded } from "./reasons.ts"
import { type Session, Sessions } from "./Sessions.ts"
import { WriteLocks } from "./WriteLocks.ts"

type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>
type Answered = (execution: ToolExecution) => void

/**
 * The calls in flight. Each runs in a fiber of its own and is answered from that fiber's exit, so that whatever ends it,
 * interruption included, makes exactly one answer.
 */
export class Calls {
  private readonly sessions: Sessions
  private readonly locks = new WriteLocks()
  private readonly line: (flight: CallInFlight) => Steps<Ran>
  private readonly publish: ToolEvents["Service"]["publish"]
  private readonly dispatch: (call: ToolCall, context: DispatchContext) => Effect.Effect<ToolExecution>
  private open = true

  constructor(options: {
    readonly callsPerSession: number
    readonly callsInAll: number
    readonly line: (flight: CallInFlight) => Steps<Ran>
    readonly publish: ToolEvents["Service"]["publish"]
    readonly dispatch: (call: ToolCall, context: DispatchContext) => Effect.Effect<ToolExecution>
  }) {
    this.sessions = new Sessions(options.callsPerSession, options.callsInAll)
    this.line = options.line
    this.publish = options.publish
    this.dispatch = options.dispatch
  }

  /** Takes a call in. `answered` is called exactly once, perhaps before this returns. */
  start(
    given: ToolCall,
    context: DispatchContext,
    runFork: RunFork,
    answered: Answered,
    signal?: AbortSignal
  ): CallInFlight {
    const call = asCall(given)
    const session = this.sessions.of(context.session)
    const parent = context.caller.kind === "chain" ? session.flights.get(context.caller.parent) : undefined
    const place = parent === undefined ? this.sessions.place(session) : parent.place.child()
    const flight = new CallInFlight(call, context, place, parent, this.dispatch)
    if (session.flights.get(call.id) !== undefined) {
      // Told to nobody but the caller: an event would end the other call in the eyes of whoever follows it.
      answered(answerOf(flight, Exit.fail(duplicate), performance.now()))
      return flight
    }
    session.flights.add(flight)
    const refusal = call !== given ? malformed : signal?.aborted ? cancelled : this.refusalAtTheDoor(context, parent)
    if (refusal !== undefined) {
      this.settle(session, flight, Exit.fail(refusal), answered)
      return flight
    }
    const run = drive(this.line(flight))
    if (isSettled(run)) {
      this.settle(session, flight, run, answered, runFork)
      return flight
    }
    const fiber = runFork(run)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) {
      this.settle(session, flight, exit, answered, runFork)
      return flight
    }
    flight.runsIn(fiber)
    const clock = context.deadline === undefined ? undefined : endAt(flight, context.deadline)
    const unlisten = signal === undefined ? undefined : endOnAbort(flight, signal)
    fiber.addObserver((exit) => {
      clearTimeout(clock)
      unlisten?.()
      this.settle(session, flight, exit, answered, runFork)
    })
    return flight
  }

  /**
   * Waits until there is a place for a permitted call, and until nobody else writes its files. What it takes is given back
   * when the call is answered, whatever ends it.
   */
  place(flight: CallInFlight, { request }: Permit): Gated<void> {
    const free = flight.place.take()
    if (request.resources.length > 0) flight.writes = request.resources.filter(isWritten).map(pathOf)
    if (flight.writes.length === 0) return free ? placed : flight.place.turn()
    const files = this.locks.take(flight, flight.writes)
    return free ? files : Effect.andThen(flight.place.turn(), files)
  }

  /** Ends the calls of one session, or all calls and lets no more in; ends when all are answered. */
  end(reason: Refused, session?: string): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const flights = this.sessions.flights(session)
      let left = flights.length
      if (left === 0) resume(Effect.void)
      for (const flight of flights) {
        flight.whenAnswered(() => {
          if (--left === 0) resume(Effect.void)
        })
        flight.end(reason)
      }
    })
  }

  close(): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.open = false
      return this.end(closed)
    })
  }

  private refusalAtTheDoor({ caller, deadline }: DispatchContext, parent: CallInFlight | undefined) {
    if (!this.open) return closed
    if (caller.kind === "chain" && (parent === undefined || parent.reason !== undefined)) return parentEnded
    // What is not a number is no time to come either.
    if (deadline !== undefined && !(deadline > Date.now())) return deadlinePassed
    return undefined
  }

  private settle(
    session: Session,
    flight: CallInFlight,
    exit: Exit.Exit<Ran, Refused>,
    answered: Answered,
    runFork?: RunFork
  ): void {
    if (exit._tag === "Failure" && exit.cause.reasons.some(Cause.isDieReason)) runFork?.(logDefect(flight, exit.cause))
    const now = performance.now()
    const execution = answerOf(flight, exit, now)
    this.sessions.leave(session, flight)
    if (flight.writes.length > 0) this.locks.release(flight, flight.writes)
    flight.leave(parentEnded)
    this.publish(endEvent(flight, execution, now))
    answered(execution)
    flight.tellAnswered()
  }
}

const placed = ready<void>(undefined)

const isWritten = (resource: Resource): boolean => resource.mode === "rw"

const pathOf = (resource: Resource): ResolvedPath => resource.path

// A timer takes at most 2^31 - 1 milliseconds; a deadline beyond that does not need one.
const endAt = (flight: CallInFlight, deadline: number) => {
  const ms = deadline - Date.now()
  return ms > 2 ** 31 - 1 ? undefined : setTimeout(() => flight.end(deadlinePassed), ms)
}

const endOnAbort = (flight: CallInFlight, signal: AbortSignal) => {
  const abort = () => flight.end(cancelled)
  signal.addEventListener("abort", abort, { once: true })
  return () => signal.removeEventListener("abort", abort)
}

const logDefect = (flight: CallInFlight, cause: Cause.Cause<unknown>) =>
  Effect.logError("A step of the gate broke; the call was refused.", cause).pipe(
    Effect.annotateLogs({ callId: flight.callId, session: flight.session, tool: flight.call.tool })
  )
