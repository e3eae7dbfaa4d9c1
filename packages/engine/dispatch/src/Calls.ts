import type {
  Approvals,
  ArtifactStore,
  ChainRuns,
  ChildOptions,
  DispatchContext,
  FileResource,
  OutputFitting,
  Ran,
  Refused,
  Replayed,
  ResolvedPath,
  Resource,
  ToolCall,
  ToolEvent,
  ToolEvents
} from "@toolgate/core"
import { isChild, shareOf } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Answers, type AnswersOptions } from "./Answers.ts"
import { MalformedCall } from "./asCall.ts"
import {
  type Answered,
  CallInFlight,
  type ChildDenied,
  type ChildDispatch,
  type Describe,
  type RunFork,
  type ToolsFor
} from "./CallInFlight.ts"
import type { CheckedLimits } from "./DispatchLimits.ts"
import { type DispatchOptions, duplicateRefusal, functionOr, readOptions, refusalAtTheDoor } from "./DispatchOptions.ts"
import { type Answering, type Driver, drive, type Failed, type Line, type Step, step, type Waits } from "./drive.ts"
import { Endings } from "./Endings.ts"
import { forkFor } from "./forkFor.ts"
import { Place } from "./Place.ts"
import { closed } from "./reasons.ts"
import { Sessions } from "./Sessions.ts"
import { WriteLocks } from "./WriteLocks.ts"

interface CallsOptions {
  readonly limits: CheckedLimits
  readonly line: (flight: CallInFlight) => Line
  readonly publish: ToolEvents["Service"]["publish"]
  readonly child: ChildDispatch
  readonly childDenied: ChildDenied
  readonly runs: ChainRuns["Service"] | undefined
  readonly approvals: Approvals["Service"] | undefined
  readonly describe: Describe
  readonly visible: ToolsFor
  readonly record: AnswersOptions["record"]
  readonly fitting: OutputFitting["Service"] | undefined
  readonly artifacts: ArtifactStore["Service"] | undefined
  /** Called with what a sandbox throws when it is told to stop a call. */
  readonly broke: (cause: unknown) => void
}

/**
 * The calls in flight. A call is answered outside of the fiber that runs it, so that every end of a call, interruption included,
 * makes exactly one answer.
 */
export class Calls implements Driver<CallInFlight> {
  private readonly sessions: Sessions
  private readonly locks: WriteLocks
  readonly queueMs: number
  readonly endings: Endings
  readonly publish: ToolEvents["Service"]["publish"]
  readonly child: ChildDispatch
  readonly childDenied: ChildDenied
  readonly runs: ChainRuns["Service"] | undefined
  readonly approvals: Approvals["Service"] | undefined
  readonly describe: Describe
  readonly visible: ToolsFor
  readonly fitting: OutputFitting["Service"] | undefined
  readonly artifacts: ArtifactStore["Service"] | undefined
  private readonly line: (flight: CallInFlight) => Line
  private readonly answers: Answers
  isOpen = true

  constructor(options: CallsOptions) {
    this.sessions = new Sessions(options.limits)
    this.queueMs = options.limits.queueMs
    this.locks = new WriteLocks(this.queueMs)
    this.endings = new Endings(options.broke)
    this.publish = options.publish
    this.child = options.child
    this.childDenied = options.childDenied
    this.runs = options.runs
    this.approvals = options.approvals
    this.describe = options.describe
    this.visible = options.visible
    this.fitting = options.fitting
    this.artifacts = options.artifacts
    this.line = options.line
    const { record, fitting, runs } = options
    this.answers = new Answers({ sessions: this.sessions, locks: this.locks, record, fitting, runs })
  }

  /** Takes a call that `asCall` has read. `answered` is called exactly once, perhaps before `start` returns. */
  start(
    call: ToolCall | MalformedCall,
    context: DispatchContext,
    runFork: RunFork,
    answered: Answered,
    given: DispatchOptions & ChildOptions,
    parentCall?: CallInFlight
  ): CallInFlight {
    const options = readOptions(given)
    const session = this.sessions.of(context.session)
    const { caller } = context
    const parent = parentCall ?? (isChild(caller) ? session.flights.get(caller.parent) : undefined)
    const share = shareOf(context)
    const place = parent === undefined ? new Place(session.slots, share) : parent.place.child(share)
    // The call that makes it might not be there when it is resumed, unless that call has said so.
    const known = parentCall === undefined && isChild(caller) ? waiting(context) : context
    const flight = new CallInFlight(this, call, Object.freeze(known), place, parent, answered, runFork)
    const { onEvent, onOutput, approval, resumes, defersChildren, wallMs, ask = parent?.asker, inlineBytes } = options
    flight.deferral = defersChildren ?? known.defer
    flight.wallMs = wallMs
    // A child's output goes to the call that made it, which is trusted to take it as it is.
    flight.inlineBytes = inlineBytes ?? (caller.kind === "direct" ? this.fitting?.inlineBytes : undefined)
    flight.asker = functionOr(ask)
    if (approval !== undefined) flight.given = Object.freeze({ id: approval })
    if (resumes !== undefined) flight.goOn(resumes)
    if (onEvent !== undefined || onOutput !== undefined)
      flight.listen({ onEvent: functionOr(onEvent), onOutput: functionOr(onOutput) })
    const other = session.flights.get(call.id)
    if (other !== undefined) {
      this.answers.refuse(flight, duplicateRefusal(other, options))
      return flight
    }
    session.flights.add(flight)
    if (parent !== undefined && !parent.isAnswered) parent.adopt(flight)
    const refusal =
      call instanceof MalformedCall
        ? call.refusal
        : ((this.isOpen ? options.refusal : closed) ?? refusalAtTheDoor(context, parent, options))
    if (refusal === undefined) drive(this, flight, this.line(flight))
    else this.answer(flight, undefined, Exit.fail(refusal))
    if (!flight.isAnswered) flight.watch(options.signal)
    return flight
  }

  /**
   * Waits until there is a place for a permitted call, and until nobody else writes its files. The call gives both back when it is
   * answered, however it ends.
   */
  place(flight: CallInFlight, resources: ReadonlyArray<Resource>): Step<unknown> {
    const isFree = flight.place.take()
    if (resources.length > 0) flight.writes = resources.filter(isWritten).map(pathOf)
    return isFree && flight.writes.length === 0 ? step(Effect.void) : this.waitForPlace(flight, isFree)
  }

  private *waitForPlace(flight: CallInFlight, isFree: boolean): Generator<Waits, void> {
    if (!isFree) yield flight.place.turn(flight)
    if (flight.writes.length > 0) yield this.locks.take(flight, flight.writes)
  }

  fork<A>(flight: CallInFlight, effect: Answering<A>, ended: (exit: Exit.Exit<A, Refused | Replayed>) => void): void {
    forkFor(flight, effect, ended)
  }

  /** Ends the calls of one session, or all calls. The effect ends when all of them are answered. */
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
      this.isOpen = false
      return this.end(closed)
    })
  }

  /** Tells the listeners of a call about an event that somebody else than the gate published. */
  heard(event: ToolEvent): void {
    this.sessions.flight(event.session, event.callId)?.hear(event)
  }

  /** Answers a call, once: a second answer changes nothing. */
  answer(flight: CallInFlight, ran: Ran | undefined, failure?: Failed): void {
    this.answers.answer(flight, ran, failure)
  }
}

const waiting = ({ defer: _, ...context }: DispatchContext): DispatchContext => context

const isWritten = (resource: Resource): resource is FileResource => resource.kind === "file" && resource.mode !== "r"

const pathOf = (resource: FileResource): ResolvedPath => resource.path
