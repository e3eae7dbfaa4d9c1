import type { PromisedRan, Ran, Refused, Replayed, Run } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"

/** A step's answer, or what replaces the run: a refusal or the answer of an earlier call. */
export type Answering<A> = Effect.Effect<A, Refused | Replayed>

/** A wait without a fiber, because ten thousand waiting fibers would cost too much. */
export class Wait {
  /** `ended` is called once, perhaps synchronously. */
  readonly begin: (ended: (exit: Exit.Exit<unknown, Refused | Replayed>) => void) => void
  constructor(begin: Wait["begin"]) {
    this.begin = begin
  }
}

export interface LineStep<C> {
  readonly name: string
  /** Runs the step. An exception ends the call. */
  readonly ask: (call: C) => Answering<unknown> | Wait
  readonly keep: ((call: C, answer: never) => void) | undefined
  /** Returns the name of the next step if it is not the following one. Called after `keep`. */
  readonly next: ((call: C) => string | undefined) | undefined
}

/** The failure of a step or run: a refusal, the answer of an earlier call, a defect or an interruption. */
export type Failed = Exit.Exit<never, Refused | Replayed>

interface LineCall {
  /** The reason for an early end, if there is one. */
  readonly reason: Refused | undefined
}

/** The steps of a gate, and how to wait in them and leave them. */
export interface LineParts<C extends LineCall> {
  readonly steps: ReadonlyArray<LineStep<C>>
  readonly start: (call: C) => ReturnType<Run["start"]>
  readonly fork: <A>(call: C, effect: Answering<A>, ended: (exit: Exit.Exit<A, Refused | Replayed>) => void) => void
  /** Answers the call with its run's outcome or a failure. A second answer has no effect. */
  readonly answer: (call: C, ran: Ran | undefined, failure?: Failed) => void
}

/**
 * Takes a call through the steps, starting at the index `at`.
 *
 * - A step asks one part of the gate; the next step runs when it has answered. Most answer synchronously and need no
 *   fiber.
 * - The first refusal, failure or exception ends the call; later steps do not run.
 * - If the call was cancelled while a step waited, it ends there and the step's answer is ignored.
 * - A step may send the call back to an earlier one: edited arguments are parsed again.
 * - Every call is answered exactly once.
 */
export const runLine = <C extends LineCall>(line: LineParts<C>, call: C, at = 0): void => {
  const { steps } = line
  try {
    for (let next = at; next < steps.length; ) {
      const step = steps[next] as LineStep<C>
      const answer = step.ask(call)
      if (!isSuccess(answer)) {
        wait(line, call, next, answer)
        return
      }
      next = keep(steps, call, next, answer.value)
    }
    follow(line, call, line.start(call))
  } catch (cause) {
    fail(line, call, cause)
  }
}

/** Stores a step's answer and returns the index of the next step. */
const keep = <C>(steps: ReadonlyArray<LineStep<C>>, call: C, at: number, answer: unknown): number => {
  const step = steps[at] as LineStep<C>
  step.keep?.(call, answer as never)
  const to = step.next?.(call)
  return to === undefined ? at + 1 : steps.findIndex(({ name }) => name === to)
}

// Compares prototypes, because `Exit.isExit` costs several times as much in each step of each call.
const isSuccess = (answer: unknown): answer is Exit.Success<unknown> =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: it is asked of an object of ours
  success.isPrototypeOf(answer as object)

const success: object = Object.getPrototypeOf(Exit.void)

const wait = <C extends LineCall>(line: LineParts<C>, call: C, at: number, answer: unknown): void => {
  const ended = (exit: Exit.Exit<unknown, Refused | Replayed>): void => {
    if (exit._tag === "Failure") line.answer(call, undefined, exit as Failed)
    else if (call.reason !== undefined) line.answer(call, undefined, Exit.fail(call.reason))
    else goOn(line, call, at, exit.value)
  }
  if (answer instanceof Wait) answer.begin(ended)
  else if (Exit.isExit(answer)) ended(answer as Exit.Exit<unknown, Refused | Replayed>)
  else if (Effect.isEffect(answer)) line.fork(call, answer as Answering<unknown>, ended)
  else throw new TypeError("A step of the gate returned a value that is not an effect.")
}

const goOn = <C extends LineCall>(line: LineParts<C>, call: C, at: number, answer: unknown): void => {
  try {
    runLine(line, call, keep(line.steps, call, at, answer))
  } catch (cause) {
    fail(line, call, cause)
  }
}

const fail = <C extends LineCall>(line: LineParts<C>, call: C, cause: unknown): void =>
  line.answer(call, undefined, Exit.die(cause))

const follow = <C extends LineCall>(line: LineParts<C>, call: C, answer: ReturnType<Run["start"]>): void => {
  if (Effect.isEffect(answer)) {
    if (Exit.isExit(answer)) end(line, call, answer as Exit.Exit<Ran, Refused | Replayed>)
    else line.fork(call, answer, (exit) => end(line, call, exit))
  } else if (isPromised(answer)) {
    answer.then(
      (ran) => line.answer(call, ran),
      (cause) => fail(line, call, cause)
    )
  } else line.answer(call, answer)
}

const end = <C extends LineCall>(line: LineParts<C>, call: C, exit: Exit.Exit<Ran, Refused | Replayed>): void =>
  exit._tag === "Success" ? line.answer(call, exit.value) : line.answer(call, undefined, exit as Failed)

// A sandbox may be third-party code and return anything.
const isPromised = (answer: Ran | PromisedRan): answer is PromisedRan =>
  Predicate.isObject(answer) && "then" in answer && typeof answer.then === "function"
