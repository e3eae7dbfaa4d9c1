import {
  type ChildOptions,
  type DispatchContext,
  type FileResource,
  getQueueShare,
  isChild,
  type OutputFitting,
  type PermissionRequest,
  type Ran,
  type Refused,
  type Replayed,
  type ResolvedPath,
  type Resource,
  type Run,
  type ToolCall,
  type ToolEvent,
  type ToolEvents
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Answers, type AnswersOptions } from "./answer/Answers.ts"
import { CallHandles, type HandleParts } from "./call/CallHandles.ts"
import { type Answered, CallInFlight, type RunFork } from "./call/CallInFlight.ts"
import { Endings } from "./call/Endings.ts"
import { forkFor } from "./call/forkFor.ts"
import { Sessions } from "./call/Sessions.ts"
import type { CheckedLimits } from "./DispatchLimits.ts"
import { checkAdmission, type DispatchOptions, pickFunction, readOptions, refuseDuplicate } from "./DispatchOptions.ts"
import { MalformedCall } from "./line/readCall.ts"
import { type Answering, type Failed, type LineParts, type LineStep, runLine, type Wait } from "./line/runLine.ts"
import { closed } from "./reasons.ts"
import { CallSlot } from "./slots/CallSlot.ts"
import { WriteLocks } from "./slots/WriteLocks.ts"

interface CallsOptions {
  readonly limits: CheckedLimits
  readonly publish: ToolEvents["Service"]["publish"]
  readonly handles: Omit<HandleParts, "queueMs">
  readonly record: AnswersOptions["record"]
  readonly fitting: OutputFitting["Service"] | undefined
  /** Called with an error that a sandbox throws when it stops a call. */
  readonly broke: (cause: unknown) => void
}

/**
 * The calls in flight. Answers are made outside the fiber that runs the call, so that every ending, including
 * interruption, produces exactly one answer.
 */
export class Calls implements LineParts<CallInFlight> {
  readonly endings: Endings
  readonly publish: ToolEvents["Service"]["publish"]
  isOpen = true
  private readonly sessions: Sessions
  private readonly locks: WriteLocks
  private readonly fitting: OutputFitting["Service"] | undefined
  private readonly handles: HandleParts
  private readonly answers: Answers
  steps: ReadonlyArray<LineStep<CallInFlight>> = []

  constructor({ limits, publish, handles, record, fitting, broke }: CallsOptions) {
    const { queueMs } = limits
    this.sessions = new Sessions(limits)
    this.locks = new WriteLocks(queueMs)
    this.endings = new Endings(broke)
    this.publish = publish
    this.fitting = fitting
    this.handles = { ...handles, queueMs }
    this.answers = new Answers({ sessions: this.sessions, locks: this.locks, record, fitting })
  }

  /** Starts a call from `readCall`. `answered` is called exactly once, perhaps before `begin` returns. */
  begin(
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
    const share = getQueueShare(context)
    const slot = parent === undefined ? new CallSlot(session.slots, share) : parent.life.slot.child(share)
    // The parent might not exist when the child is resumed, unless the parent allows deferral.
    const known = parentCall === undefined && isChild(caller) ? waiting(context) : context
    const { onEvent, onOutput, approval, extended, defersChildren, wallMs, ask, inlineBytes } = options
    const input = {
      callId: call.id,
      context: Object.freeze(known),
      parent,
      answered,
      runFork,
      extended,
      deferral: defersChildren ?? known.defer,
      given: extended?.approval ?? (approval === undefined ? undefined : Object.freeze({ id: approval })),
      wallMs,
      // A child's output goes to its parent, which is trusted with any size.
      inlineBytes: inlineBytes ?? (caller.kind === "direct" ? this.fitting?.inlineBytes : undefined),
      asker: pickFunction(ask ?? parent?.input.asker)
    }
    const flight = new CallInFlight(this, call, input, slot)
    if (onEvent !== undefined || onOutput !== undefined)
      flight.listen({ onEvent: pickFunction(onEvent), onOutput: pickFunction(onOutput) })
    const other = session.flights.get(call.id)
    if (other !== undefined) {
      this.answers.refuse(flight, refuseDuplicate(other, options))
      return flight
    }
    session.flights.add(flight)
    if (parent?.life.isAnswered === false) parent.life.adopt(flight.life)
    const refusal =
      call instanceof MalformedCall
        ? call.refusal
        : ((this.isOpen ? options.refusal : closed) ?? checkAdmission(context, parent, options))
    if (refusal === undefined) runLine(this, flight)
    else this.answer(flight, undefined, Exit.fail(refusal))
    if (!flight.life.isAnswered) flight.life.watch(context.deadline, options.signal)
    return flight
  }

  /** Takes a slot for a permitted call, or waits for one. The slot is released when the call is answered. */
  takeSlot({ life }: CallInFlight): Effect.Effect<void> | Wait {
    return life.slot.take() ? Effect.void : life.slot.wait(life)
  }

  /** Locks the files that a permitted call writes, until the call is answered. */
  lockFiles({ life, progress }: CallInFlight): Answering<void> {
    const { resources } = progress.request as PermissionRequest
    if (resources.length > 0) life.writes = resources.filter(isWritten).map(pathOf)
    return life.writes.length === 0 ? Effect.void : this.locks.take(life, life.writes)
  }

  start(flight: CallInFlight): ReturnType<Run["start"]> {
    return (flight.progress.run as Run).start(new CallHandles(this.handles, flight))
  }

  fork<A>(flight: CallInFlight, effect: Answering<A>, ended: (exit: Exit.Exit<A, Refused | Replayed>) => void): void {
    forkFor(flight, effect, ended)
  }

  /** Ends the calls of one session, or all calls. The effect ends when all are answered. */
  end(reason: Refused, session?: string): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const flights = this.sessions.flights(session)
      let left = flights.length
      if (left === 0) resume(Effect.void)
      for (const { life } of flights) life.willEnd(reason)
      for (const { life } of flights) {
        life.whenAnswered(() => {
          if (--left === 0) resume(Effect.void)
        })
        life.end(reason)
      }
    })
  }

  endCall(reason: Refused, session: string, callId: string): void {
    this.sessions.flight(session, callId)?.life.end(reason)
  }

  close(): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.isOpen = false
      return this.end(closed)
    })
  }

  /** Passes an event from outside the gate to the listeners of its call. */
  heard(event: ToolEvent): void {
    this.sessions.flight(event.session, event.callId)?.hear(event)
  }

  /** Answers a call. A second answer has no effect. */
  answer(flight: CallInFlight, ran: Ran | undefined, failure?: Failed): void {
    this.answers.answer(flight, ran, failure)
  }
}

const waiting = ({ defer: _, ...context }: DispatchContext): DispatchContext => context

const isWritten = (resource: Resource): resource is FileResource => resource.kind === "file" && resource.mode !== "r"

const pathOf = (resource: FileResource): ResolvedPath => resource.path
