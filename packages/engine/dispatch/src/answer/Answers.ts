import {
  logOfCall,
  type OutputFitting,
  type Ran,
  type Refused,
  type ToolExecution,
  type ToolOutput
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type { CallInFlight } from "../call/CallInFlight.ts"
import type { CallLife } from "../call/CallLife.ts"
import { forkFor } from "../call/forkFor.ts"
import type { Sessions } from "../call/Sessions.ts"
import { makeEndEvent } from "../events/events.ts"
import type { Failed } from "../line/runLine.ts"
import { parentEnded } from "../reasons.ts"
import type { WriteLocks } from "../slots/WriteLocks.ts"
import { findMismatch, isRan, makeAnswer, markUnrecorded } from "./makeAnswer.ts"

/** The parts of a gate that answers need. */
export interface AnswersOptions {
  readonly sessions: Sessions
  readonly locks: WriteLocks
  /** Records an answer. Does not throw. Returns an effect if the caller has to wait until the record is stored. */
  readonly record: (flight: CallInFlight, answer: ToolExecution) => Effect.Effect<unknown, Refused> | undefined
  readonly fitting: OutputFitting["Service"] | undefined
}

/** Answers calls: checks, fits, records and delivers each result once. */
export class Answers {
  private readonly parts: AnswersOptions

  constructor(parts: AnswersOptions) {
    this.parts = parts
  }

  refuse(flight: CallInFlight, refusal: Refused): void {
    const answer = makeAnswer(flight, undefined, Exit.fail(refusal), performance.now())
    const keeping = this.parts.record(flight, answer)
    if (keeping === undefined) this.tellDuplicate(flight, answer)
    else this.whenKept(flight, answer, keeping, (kept) => this.tellDuplicate(flight, kept))
  }

  /** Answers a call. A second answer has no effect. Checks a result first, which may take time. */
  answer(flight: CallInFlight, ran: Ran | undefined, failure?: Failed): void {
    if (flight.life.isAnswered) return
    const releasing = flight.progress.extended?.release()
    if (releasing !== undefined) {
      flight.life.hasRun()
      flight.input.runFork(releasing).addObserver(() => this.answer(flight, ran, failure))
      return
    }
    const mismatch = findMismatch(flight, ran, failure)
    if (typeof mismatch !== "object") this.fit(flight, ran, failure, mismatch)
    else {
      flight.life.hasRun()
      forkFor(flight, mismatch, (exit) =>
        exit._tag === "Success"
          ? this.fit(flight, ran, undefined, exit.value)
          : this.settle(flight, undefined, exit as Failed)
      )
    }
  }

  /** Fits the output for the caller and answers. The wait does not end early. */
  private fit(flight: CallInFlight, ran: Ran | undefined, failure?: Failed, mismatch?: string): void {
    const fitting = this.fitted(flight, ran, failure)
    if (ran === undefined || fitting === undefined) {
      this.settle(flight, ran, failure, mismatch)
      return
    }
    // Only the tool decides whether the call succeeded.
    const { success } = ran.output
    const settle = (exit: Exit.Exit<ToolOutput>) => {
      if (exit._tag === "Failure") flight.input.runFork(logUnfitted(flight, exit.cause))
      const output = exit._tag === "Success" ? { ...exit.value, success } : ran.output
      this.settle(flight, { ...ran, output }, undefined, mismatch)
    }
    if (Exit.isExit(fitting)) settle(fitting as Exit.Exit<ToolOutput>)
    else {
      flight.life.hasRun()
      flight.input.runFork(Effect.uninterruptible(fitting)).addObserver(settle)
    }
  }

  /** Returns the effect that fits the output, or `undefined` if the output stays unchanged. */
  private fitted(
    flight: CallInFlight,
    ran: Ran | undefined,
    failure: Failed | undefined
  ): Effect.Effect<ToolOutput> | undefined {
    const { fitting } = this.parts
    const { permit } = flight.progress
    const { inlineBytes } = flight.input
    if (fitting === undefined || permit === undefined || inlineBytes === undefined) return undefined
    if (failure !== undefined || !isRan(ran)) return undefined
    try {
      return fitting.fit(ran.output, permit)
    } catch (cause) {
      return Exit.die(cause)
    }
  }

  private settle(flight: CallInFlight, ran: Ran | undefined, failure?: Failed, mismatch?: string): void {
    if (flight.life.isAnswered) return
    const now = performance.now()
    const answer = makeAnswer(flight, ran, failure, now, mismatch)
    if (answer.error?.why === "InternalError" && failure !== undefined) this.log(flight, failure)
    const keeping = this.parts.record(flight, answer)
    if (keeping === undefined) this.tell(flight, answer, now)
    else this.whenKept(flight, answer, keeping, (kept) => this.tell(flight, kept, performance.now()))
  }

  private tell(flight: CallInFlight, answer: ToolExecution, now: number): void {
    this.parts.sessions.leave(flight)
    flight.answer = answer
    // Published before the slot is released, so that the end of one call precedes the start of the next.
    flight.publish(makeEndEvent(flight.input, answer, now))
    const { life } = flight
    life.leave(parentEnded, life.writes.length > 0 ? this.releasing(life) : undefined)
    flight.input.answered(answer)
    life.tellAnswered()
  }

  /** Delivers the end to the caller only: other readers would take it for the end of the other call. */
  private tellDuplicate(flight: CallInFlight, answer: ToolExecution): void {
    flight.hear(makeEndEvent(flight.input, answer, performance.now()))
    flight.life.isAnswered = true
    flight.input.answered(answer)
    flight.life.tellAnswered()
  }

  /** Waits until the answer is recorded. The wait does not end early, because a cancellation could no longer be recorded. */
  private whenKept(
    flight: CallInFlight,
    answer: ToolExecution,
    keeping: Effect.Effect<unknown, Refused>,
    then: (answer: ToolExecution) => void
  ): void {
    flight.life.hasRun()
    flight.input.runFork(keeping).addObserver((exit) => then(exit._tag === "Success" ? answer : markUnrecorded(answer)))
  }

  // Separate, so that calls without writes allocate no closure.
  private releasing(life: CallLife): () => void {
    return () => this.parts.locks.release(life, life.writes)
  }

  private log(flight: CallInFlight, failure: Failed): void {
    if (failure._tag === "Failure" && failure.cause.reasons.some((reason) => !isRefusal(reason)))
      flight.input.runFork(logBroken(flight, failure.cause))
  }
}

const isRefusal = (reason: Cause.Reason<unknown>): boolean =>
  Cause.isFailReason(reason) && Predicate.isTagged(reason.error, "Refused")

const logBroken = (flight: CallInFlight, cause: Cause.Cause<unknown>) =>
  about(flight, Effect.logError("A step of the gate failed; the call was refused.", cause))

const logUnfitted = (flight: CallInFlight, cause: Cause.Cause<unknown>) =>
  about(flight, Effect.logError("The output of a call could not be fitted, and is answered as it is.", cause))

const about = (
  { loggedArgs, callId, context, progress }: CallInFlight,
  line: Effect.Effect<void>
): Effect.Effect<void> => logOfCall(line, loggedArgs, callId, context, progress.call.tool)
