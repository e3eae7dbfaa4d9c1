import {
  type AuditLog,
  type DispatchContext,
  type FileResource,
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
import * as Predicate from "effect/Predicate"
import { answerOf } from "./answerOf.ts"
import { asCall } from "./asCall.ts"
import { CallInFlight, type ChildDispatch } from "./CallInFlight.ts"
import { callFields } from "./callFields.ts"
import { drive, type Fork, type Steps } from "./drive.ts"
import { Endings } from "./Endings.ts"
import { endEvent } from "./events.ts"
import { cancelled, closed, deadlinePassed, duplicate, malformed, noSignal, parentEnded } from "./reasons.ts"
import { type Session, Sessions } from "./Sessions.ts"
import { WriteLocks } from "./WriteLocks.ts"

type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>
type Answered = (execution: ToolExecution) => void

export interface DispatchOptions {
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Why nothing comes of the call, known to whoever hands it in: it is answered with that, and recorded. */
  readonly refusal?: Refused | undefined
}

/**
 * The calls in flight. Each is answered from the exit of its run, outside of it, so that whatever ends it, interruption
 * included, makes exactly one answer.
 */
export class Calls {
  private readonly sessions: Sessions
  private readonly locks = new WriteLocks()
  private readonly endings: Endings
  private readonly line: (flight: CallInFlight) => Steps<Ran>
  private readonly publish: ToolEvents["Service"]["publish"]
  private readonly child: ChildDispatch
  private readonly refused: AuditLog["Service"]["refused"]
  private open = true

  constructor(options: {
    readonly callsPerSession: number
    readonly callsInAll: number
    readonly line: (flight: CallInFlight) => Steps<Ran>
    readonly publish: ToolEvents["Service"]["publish"]
    readonly child: ChildDispatch
    readonly refused: AuditLog["Service"]["refused"]
    /** Told what a sandbox throws that is told to end a call. */
    readonly broke: (cause: unknown) => void
  }) {
    this.sessions = new Sessions(options.callsPerSession, options.callsInAll)
    this.line = options.line
    this.publish = options.publish
    this.child = options.child
    this.refused = options.refused
    this.endings = new Endings(options.broke)
  }

  /** Takes a call in. `answered` is called exactly once, perhaps before this returns. */
  start(
    given: ToolCall,
    context: DispatchContext,
    runFork: RunFork,
    answered: Answered,
    options: DispatchOptions & { readonly parent?: CallInFlight | undefined }
  ): CallInFlight {
    const call = asCall(given)
    const session = this.sessions.of(context.session)
    const { caller } = context
    const parent = options.parent ?? (caller.kind === "chain" ? session.flights.get(caller.parent) : undefined)
    const place = parent === undefined ? this.sessions.place(session) : parent.place.child()
    const flight = new CallInFlight(call, context, place, parent, this.child, this.publish, this.endings)
    if (session.flights.get(call.id) !== undefined) {
      // Told to nobody but the caller: an event would end the other call in the eyes of whoever follows it.
      const answer = answerOf(flight, Exit.fail(duplicate), performance.now())
      this.refused(answer, flight)
      answered(answer)
      return flight
    }
    session.flights.add(flight)
    if (parent !== undefined && !parent.isAnswered) parent.adopt(flight)
    const settle = (exit: Exit.Exit<Ran, Refused>) => this.settle(session, flight, exit, answered, runFork)
    const refusal =
      call === given ? (options.refusal ?? this.refusalAtTheDoor(context, parent, options.signal)) : malformed
    if (refusal === undefined) drive(this.line(flight), forkFor(flight, runFork), settle)
    else settle(Exit.fail(refusal))
    if (!flight.isAnswered) flight.watch(options.signal)
    return flight
  }

  /**
   * Waits until there is a place for a permitted call, and until nobody else writes its files. What it takes is given back
   * when the call is answered, whatever ends it.
   */
  place(flight: CallInFlight, { request }: Permit): Gated<void> {
    const free = flight.place.take()
    if (request.resources.length > 0) flight.writes = request.resources.filter(isWritten).map(pathOf)
    if (flight.writes.length === 0) return free ? placed : flight.place.turn(flight)
    const files = this.locks.take(flight, flight.writes)
    return free ? files : Effect.andThen(flight.place.turn(flight), files)
  }

  /** Ends the calls of one session, or all calls and lets no more in; ends when all are answered. */
  end(reason: Refused, session?: string): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const flights = this.sessions.flights(session)
      let left = flights.length
      if (left === 0) resume(Effect.void)
      for (const flight of flights) flight.willEnd(reason)
      for (const flight of flights) {
        flight.whenAnswered(() => {
          if (--left === 0) resume(Effect.void)
        })
        flight.end(reason)
      }
    })
  }

  endCall(reason: Refused, session: string, callId: string): void {
    this.sessions.flight(session, callId)?.end(reason)
  }

  close(): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.open = false
      return this.end(closed)
    })
  }

  private refusalAtTheDoor(
    { caller, deadline }: DispatchContext,
    parent: CallInFlight | undefined,
    signal: AbortSignal | undefined
  ) {
    if (!this.open) return closed
    if (signal !== undefined && typeof signal?.addEventListener !== "function") return noSignal
    if (signal?.aborted) return cancelled
    if (caller.kind === "chain" && (parent === undefined || parent.isAnswered || parent.reason !== undefined))
      return parentEnded
    // What is not a number is no time to come either.
    if (deadline !== undefined && !(deadline > Date.now())) return deadlinePassed
    return undefined
  }

  private settle(
    session: Session,
    flight: CallInFlight,
    exit: Exit.Exit<Ran, Refused>,
    answered: Answered,
    runFork: RunFork
  ): void {
    if (flight.isAnswered) return
    const now = performance.now()
    const execution = answerOf(flight, exit, now)
    if (execution.error?.why === "InternalError") this.log(flight, exit, runFork)
    this.sessions.leave(session, flight)
    // Told before its place goes to another call: the end of one comes before the beginning of the next.
    this.publish(endEvent(flight, execution, now))
    if (!flight.isInBracket) this.refused(execution, flight)
    flight.leave(parentEnded, () => {
      if (flight.writes.length > 0) this.locks.release(flight, flight.writes)
    })
    answered(execution)
    flight.tellAnswered()
  }

  private log(flight: CallInFlight, exit: Exit.Exit<unknown, unknown>, runFork: RunFork): void {
    if (exit._tag === "Failure" && exit.cause.reasons.some((reason) => !isRefusal(reason)))
      runFork(logBroken(flight, exit.cause))
  }
}

const forkFor =
  (flight: CallInFlight, runFork: RunFork): Fork<Ran> =>
  (effect, ended) => {
    const fiber = runFork(effect)
    flight.runsIn(fiber)
    fiber.addObserver(ended)
  }

const isRefusal = (reason: Cause.Reason<unknown>): boolean =>
  Cause.isFailReason(reason) && Predicate.isTagged(reason.error, "Refused")

const logBroken = (flight: CallInFlight, cause: Cause.Cause<unknown>) =>
  Effect.logError("A step of the gate broke; the call was refused.", cause).pipe(
    Effect.annotateLogs({ ...callFields(flight), tool: flight.call.tool })
  )

const placed = ready<void>(undefined)

const isWritten = (resource: Resource): resource is FileResource => resource.kind === "file" && resource.mode !== "r"

const pathOf = (resource: FileResource): ResolvedPath => resource.path
