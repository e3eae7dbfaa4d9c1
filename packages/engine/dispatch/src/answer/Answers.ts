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

/** The parts of a gate that take part in an answer. */
export interface AnswersOptions {
  readonly sessions: Sessions
  readonly locks: WriteLocks
  /**
   * Records the answer to a call. Does not throw. If the call is answered only once the record is kept, returns the effect to wait
   * for.
   */
  readonly record: (flight: CallInFlight, answer: ToolExecution) => Effect.Effect<unknown, Refused> | undefined
  readonly fitting: OutputFitting["Service"] | undefined
}

/** The answers to calls: how what a run came to is checked, fitted, recorded and told, once for each call. */
export class Answers {
  private readonly parts: AnswersOptions

  constructor(parts: AnswersOptions) {
    this.parts = parts
  }

  /** Refuses a call whose id another call in flight has. */
  refuse(flight: CallInFlight, refusal: Refused): void {
    const answer = makeAnswer(flight, undefined, Exit.fail(refusal), performance.now())
    const keeping = this.parts.record(flight, answer)
    if (keeping === undefined) this.tellDuplicate(flight, answer)
    else this.whenKept(flight, answer, keeping, (kept) => this.tellDuplicate(flight, kept))
  }

  /** Answers a call, once: a second answer changes nothing. A result is checked first, which may take time. */
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

  /** Returns the effect that fits the output of a call, or nothing if the output is not to be fitted. */
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
    // Reported before the place goes to another call, so that the end of one call comes before the beginning of the next.
    flight.publish(makeEndEvent(flight.input, answer, now))
    const { life } = flight
    life.leave(parentEnded, life.writes.length > 0 ? this.releasing(life) : undefined)
    flight.input.answered(answer)
    life.tellAnswered()
  }

  /** Only the caller learns of this end: to everybody else the event would look like the end of the other call. */
  private tellDuplicate(flight: CallInFlight, answer: ToolExecution): void {
    flight.hear(makeEndEvent(flight.input, answer, performance.now()))
    flight.life.isAnswered = true
    flight.input.answered(answer)
    flight.life.tellAnswered()
  }

  /** Waits until the record of an answer is kept. No end of the call ends this wait: what it would say is recorded by now. */
  private whenKept(
    flight: CallInFlight,
    answer: ToolExecution,
    keeping: Effect.Effect<unknown, Refused>,
    then: (answer: ToolExecution) => void
  ): void {
    flight.life.hasRun()
    flight.input.runFork(keeping).addObserver((exit) => then(exit._tag === "Success" ? answer : markUnrecorded(answer)))
  }

  // A method of its own, so that a call that writes nothing makes no closure.
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
  about(flight, Effect.logError("A step of the gate broke; the call was refused.", cause))

const logUnfitted = (flight: CallInFlight, cause: Cause.Cause<unknown>) =>
  about(flight, Effect.logError("The output of a call could not be fitted, and is answered as it is.", cause))

const about = (
  { loggedArgs, callId, context, progress }: CallInFlight,
  line: Effect.Effect<void>
): Effect.Effect<void> => logOfCall(line, loggedArgs, callId, context, progress.call.tool)
