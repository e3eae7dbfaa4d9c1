import {
  type ArtifactStore,
  type AskForm,
  AskingTime,
  approvalUsed,
  type ChainRuns,
  type ChildOptions,
  type Deferral,
  type DispatchContext,
  type FileResource,
  isChild,
  type OutputFitting,
  type Ran,
  type Refused,
  type Replayed,
  type ResolvedPath,
  type Resource,
  type ToolCall,
  type ToolEvent,
  type ToolEvents,
  type ToolExecution,
  type ToolOutput
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import { answerOf, isRan, mismatchOf, unrecorded } from "./answerOf.ts"
import { MalformedCall } from "./asCall.ts"
import {
  type Answered,
  CallInFlight,
  type ChildDenied,
  type ChildDispatch,
  type Describe,
  type ResumedRun,
  type RunFork,
  type ToolsFor
} from "./CallInFlight.ts"
import type { CallListeners } from "./CallStory.ts"
import { callFields } from "./callFields.ts"
import { type Answering, type Driver, drive, type Failed, type Line, type Step, step, type Waits } from "./drive.ts"
import { Endings } from "./Endings.ts"
import { endEvent } from "./events.ts"
import { Place } from "./Place.ts"
import {
  cancelled,
  closed,
  deadlinePassed,
  duplicate,
  noApproval,
  noAsk,
  noListener,
  noSignal,
  parentEnded,
  unreadable
} from "./reasons.ts"
import { Sessions } from "./Sessions.ts"
import { WriteLocks } from "./WriteLocks.ts"

/** The options of one call: who listens, and what ends the call early. */
export interface DispatchOptions extends CallListeners {
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /**
   * Asks whoever makes the call for the input that its tool, or a call that its tool makes, asks for. Without it, such a tool is told
   * that nobody can be asked.
   */
  readonly ask?: AskForm | undefined
  /** The reason to refuse the call, known to whoever makes it. The call is answered with this refusal, and recorded. */
  readonly refusal?: Refused | undefined
  /**
   * The id of the approval with which the call is resumed. Nobody is asked: the call runs if the approval is for it as it is now.
   */
  readonly approval?: string | undefined
  /** The way in which the calls of a script are deferred, though the call itself is not: it was, and is resumed. */
  readonly defersChildren?: Deferral | undefined
  /** The run of a script that the call goes on with. Its record says what its calls have come to so far. */
  readonly resumes?: ResumedRun | undefined
}

interface CallsOptions {
  readonly callsPerSession: number
  readonly callsInAll: number
  readonly line: (flight: CallInFlight) => Line
  readonly publish: ToolEvents["Service"]["publish"]
  readonly child: ChildDispatch
  readonly childDenied: ChildDenied
  readonly runs: ChainRuns["Service"] | undefined
  readonly describe: Describe
  readonly visible: ToolsFor
  /**
   * Records the answer to a call. Does not throw. If the call is answered only once the record is kept, returns the effect to wait
   * for.
   */
  readonly record: (flight: CallInFlight, answer: ToolExecution) => Effect.Effect<unknown, Refused> | undefined
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
  private readonly locks = new WriteLocks()
  readonly endings: Endings
  readonly publish: ToolEvents["Service"]["publish"]
  readonly child: ChildDispatch
  readonly childDenied: ChildDenied
  readonly runs: ChainRuns["Service"] | undefined
  readonly describe: Describe
  readonly visible: ToolsFor
  readonly fitting: OutputFitting["Service"] | undefined
  readonly artifacts: ArtifactStore["Service"] | undefined
  private readonly line: (flight: CallInFlight) => Line
  private readonly record: CallsOptions["record"]
  isOpen = true

  constructor(options: CallsOptions) {
    this.sessions = new Sessions(options.callsPerSession, options.callsInAll)
    this.endings = new Endings(options.broke)
    this.publish = options.publish
    this.child = options.child
    this.childDenied = options.childDenied
    this.runs = options.runs
    this.describe = options.describe
    this.visible = options.visible
    this.fitting = options.fitting
    this.artifacts = options.artifacts
    this.line = options.line
    this.record = options.record
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
    const place = parent === undefined ? new Place(session.lane) : parent.place.child()
    // The call that makes it might not be there when it is resumed, unless that call has said so.
    const known = parentCall === undefined && isChild(caller) ? waiting(context) : context
    const flight = new CallInFlight(this, call, Object.freeze(known), place, parent, answered, runFork)
    const { onEvent, onOutput, approval, resumes, defersChildren, wallMs, ask = parent?.asker } = options
    flight.deferral = defersChildren ?? known.defer
    flight.wallMs = wallMs
    flight.asker = functionOr(ask)
    if (approval !== undefined) flight.given = Object.freeze({ id: approval })
    if (resumes !== undefined) flight.goOn(resumes)
    if (onEvent !== undefined || onOutput !== undefined)
      flight.listen({ onEvent: functionOr(onEvent), onOutput: functionOr(onOutput) })
    const other = session.flights.get(call.id)
    if (other !== undefined) {
      const answer = answerOf(flight, undefined, Exit.fail(inFlight(other, options)), performance.now())
      const keeping = this.record(flight, answer)
      if (keeping === undefined) this.tellDuplicate(flight, answer)
      else this.whenKept(flight, answer, keeping, (kept) => this.tellDuplicate(flight, kept))
      return flight
    }
    session.flights.add(flight)
    if (parent !== undefined && !parent.isAnswered) parent.adopt(flight)
    const refusal =
      call instanceof MalformedCall
        ? call.refusal
        : ((this.isOpen ? options.refusal : closed) ?? this.refusalAtTheDoor(context, parent, options))
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

  /** Runs an effect that a step of a call, or its run, waits for. */
  fork<A>(flight: CallInFlight, effect: Answering<A>, ended: (exit: Exit.Exit<A, Refused | Replayed>) => void): void {
    const fiber = flight.runFork(Effect.provideService(effect, AskingTime, (answer) => flight.asking(answer)))
    flight.runsIn(fiber)
    fiber.addObserver((exit) => {
      flight.runsIn(undefined)
      ended(exit)
    })
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

  private refusalAtTheDoor(
    { caller, deadline }: DispatchContext,
    parent: CallInFlight | undefined,
    { signal, onEvent, onOutput, approval, ask }: DispatchOptions
  ) {
    if (!isListener(onEvent) || !isListener(onOutput)) return noListener
    if (!isListener(ask)) return noAsk
    if (signal !== undefined && !isSignal(signal)) return noSignal
    if (approval !== undefined && typeof approval !== "string") return noApproval
    if (signal?.aborted) return cancelled
    if (isChild(caller) && (parent === undefined || parent.isAnswered || parent.reason !== undefined))
      return parentEnded
    // A deadline that is not a number is not in the future either.
    if (deadline !== undefined && !(deadline > Date.now())) return deadlinePassed
    return undefined
  }

  /** Answers a call, once: a second answer changes nothing. A result is checked first, which may take time. */
  answer(flight: CallInFlight, ran: Ran | undefined, failure?: Failed): void {
    if (flight.isAnswered) return
    const { resumes } = flight
    if (resumes?.isHeld === true && this.runs !== undefined) {
      resumes.isHeld = false
      flight.hasRun()
      flight.runFork(this.runs.giveBack(resumes.run.id)).addObserver(() => this.answer(flight, ran, failure))
      return
    }
    const mismatch = mismatchOf(flight, ran, failure)
    if (typeof mismatch !== "object") this.fit(flight, ran, failure, mismatch)
    else {
      flight.hasRun()
      this.fork(flight, mismatch, (exit) =>
        exit._tag === "Success"
          ? this.fit(flight, ran, undefined, exit.value)
          : this.settle(flight, undefined, exit as Failed)
      )
    }
  }

  /** Answers a call with its output as its caller is to get it. No end of the call ends the wait for that. */
  private fit(flight: CallInFlight, ran: Ran | undefined, failure?: Failed, mismatch?: string): void {
    const fitting = this.fitted(flight, ran, failure)
    if (ran === undefined || fitting === undefined) {
      this.settle(flight, ran, failure, mismatch)
      return
    }
    // However an output is fitted, the tool alone says whether it succeeded.
    const { success } = ran.output
    const settle = (exit: Exit.Exit<ToolOutput>) => {
      if (exit._tag === "Failure") flight.runFork(logUnfitted(flight, exit.cause))
      const output = exit._tag === "Success" ? { ...exit.value, success } : ran.output
      this.settle(flight, { ...ran, output }, undefined, mismatch)
    }
    if (Exit.isExit(fitting)) settle(fitting as Exit.Exit<ToolOutput>)
    else {
      flight.hasRun()
      flight.runFork(Effect.uninterruptible(fitting)).addObserver(settle)
    }
  }

  /** Returns the effect that fits the output of a call, or nothing if the output is not to be fitted. */
  private fitted(
    flight: CallInFlight,
    ran: Ran | undefined,
    failure: Failed | undefined
  ): Effect.Effect<ToolOutput> | undefined {
    const { fitting } = this
    const { permit, inlineBytes } = flight
    if (fitting === undefined || permit === undefined || inlineBytes === undefined) return undefined
    if (failure !== undefined || !isRan(ran)) return undefined
    try {
      return fitting.fit(ran.output, permit)
    } catch (cause) {
      return Exit.die(cause)
    }
  }

  private settle(flight: CallInFlight, ran: Ran | undefined, failure?: Failed, mismatch?: string): void {
    if (flight.isAnswered) return
    const now = performance.now()
    const answer = answerOf(flight, ran, failure, now, mismatch)
    if (answer.error?.why === "InternalError" && failure !== undefined) this.log(flight, failure)
    const keeping = this.record(flight, answer)
    if (keeping === undefined) this.tell(flight, answer, now)
    else this.whenKept(flight, answer, keeping, (kept) => this.tell(flight, kept, performance.now()))
  }

  private tell(flight: CallInFlight, answer: ToolExecution, now: number): void {
    this.sessions.leave(flight)
    // Reported before the place goes to another call, so that the end of one call comes before the beginning of the next.
    flight.publish(endEvent(flight, answer, now))
    flight.leave(parentEnded, flight.writes.length > 0 ? this.releasing(flight) : undefined)
    flight.answered(answer)
    flight.tellAnswered()
  }

  /** Only the caller learns of this end: to everybody else the event would look like the end of the other call. */
  private tellDuplicate(flight: CallInFlight, answer: ToolExecution): void {
    flight.hear(endEvent(flight, answer, performance.now()))
    flight.isAnswered = true
    flight.answered(answer)
    flight.tellAnswered()
  }

  /** Waits until the record of an answer is kept. No end of the call ends this wait: what it would say is recorded by now. */
  private whenKept(
    flight: CallInFlight,
    answer: ToolExecution,
    keeping: Effect.Effect<unknown, Refused>,
    then: (answer: ToolExecution) => void
  ): void {
    flight.hasRun()
    flight.runFork(keeping).addObserver((exit) => then(exit._tag === "Success" ? answer : unrecorded(answer)))
  }

  // A method of its own, so that a call that writes nothing makes no closure.
  private releasing(flight: CallInFlight): () => void {
    return () => this.locks.release(flight, flight.writes)
  }

  private log(flight: CallInFlight, failure: Failed): void {
    if (failure._tag === "Failure" && failure.cause.reasons.some((reason) => !isRefusal(reason)))
      flight.runFork(logBroken(flight, failure.cause))
  }
}

const waiting = ({ defer: _, ...context }: DispatchContext): DispatchContext => context

/** Reads the options once. The caller may give a proxy, or change them while the call runs. */
const readOptions = (given: DispatchOptions & ChildOptions): DispatchOptions & ChildOptions => {
  try {
    const { onEvent, onOutput, signal, refusal, approval, resumes, defersChildren, wallMs, ask } = given
    return { onEvent, onOutput, signal, refusal, approval, resumes, defersChildren, wallMs, ask }
  } catch {
    return { refusal: unreadable }
  }
}

const isSignal = (given: AbortSignal | null): boolean => {
  try {
    return (
      typeof given?.addEventListener === "function" &&
      typeof given.removeEventListener === "function" &&
      typeof given.aborted === "boolean"
    )
  } catch {
    return false
  }
}

// Callers without types exist: a listener that is no function is refused, and never called.
const isListener = (given: unknown): boolean => given === undefined || typeof given === "function"

const functionOr = <Listener>(given: Listener): Listener | undefined =>
  typeof given === "function" ? given : undefined

const isRefusal = (reason: Cause.Reason<unknown>): boolean =>
  Cause.isFailReason(reason) && Predicate.isTagged(reason.error, "Refused")

const logBroken = (flight: CallInFlight, cause: Cause.Cause<unknown>) =>
  Effect.logError("A step of the gate broke; the call was refused.", cause).pipe(
    Effect.annotateLogs({ ...callFields(flight.callId, flight.context), tool: flight.call.tool })
  )

const logUnfitted = (flight: CallInFlight, cause: Cause.Cause<unknown>) =>
  Effect.logError("The output of a call could not be fitted, and is answered as it is.", cause).pipe(
    Effect.annotateLogs({ ...callFields(flight.callId, flight.context), tool: flight.call.tool })
  )

const isWritten = (resource: Resource): resource is FileResource => resource.kind === "file" && resource.mode !== "r"

const pathOf = (resource: FileResource): ResolvedPath => resource.path

/**
 * Returns the refusal of a call whose id another call in flight has. A call that is resumed is refused as it would be at another gate,
 * which knows nothing of the calls in flight here.
 */
const inFlight = ({ call, given }: CallInFlight, { approval, refusal }: DispatchOptions): Refused => {
  if (approval === undefined) return duplicate
  if (refusal !== undefined) return refusal
  return given?.id === approval && !(call instanceof MalformedCall)
    ? approvalUsed(call.tool, approval, "claimed")
    : duplicate
}
