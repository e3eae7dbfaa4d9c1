import type { PromisedRan, Ran, Refused, Replayed, Run } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"

/**
 * The steps of a call through the gate, as a generator. Each `yield*` of a `step` gives the answer of that step, and the generator
 * returns what the run answers. A refused step ends the call.
 */
export type Line = Generator<Waits, RunAnswer, unknown>

/** The answer of a run that has started. */
type RunAnswer = ReturnType<Run["start"]>

/** A wait of a step: for an effect, or for a turn, which does without the cost of a fiber when ten thousand calls wait. */
export type Waits = Answering<unknown> | Turn

/** The answer of a step, or what takes the place of the call's run: a refusal, or the answer of an earlier call. */
export type Answering<A> = Effect.Effect<A, Refused | Replayed>

/** Something to wait for. `ended` is called once, perhaps at once. */
export class Turn {
  readonly wait: (ended: (exit: Exit.Exit<unknown, Refused | Replayed>) => void) => void
  constructor(wait: Turn["wait"]) {
    this.wait = wait
  }
}

/** A step of a line, for `yield*`. */
export interface Step<A> {
  [Symbol.iterator](): Iterator<Waits, A, unknown>
}

/**
 * Returns the answer of a port as a step. Most steps of most calls have their answer at once: a fiber, or an iterator for each of
 * them, would cost more than all steps together.
 */
export const step = <A>(answer: Answering<A>): Step<A> => {
  if (!isSuccess(answer)) return waiting(answer)
  taken.value = answer.value
  return taken as Step<A>
}

// Compares prototypes: `Exit.isExit` would cost several times as much, in each step of each call.
const isSuccess = <A>(answer: Answering<A>): answer is Exit.Success<A> =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: it is asked of an object of ours
  success.isPrototypeOf(answer)

const success: object = Object.getPrototypeOf(Exit.void)

function* waiting<A>(answer: Answering<A>): Generator<Waits, A, unknown> {
  return (yield answer) as A
}

// One object for all steps: `yield*` reads it before the next step uses it.
const taken = {
  done: true,
  value: undefined as unknown,
  [Symbol.iterator]() {
    return this
  },
  next() {
    return this
  }
}

/** The failure of a step or a run: a refusal, the answer of an earlier call, a defect or an interruption. */
export type Failed = Exit.Exit<never, Refused | Replayed>

/** A call that goes through its steps. */
interface Flight {
  /** The reason why the call is to end, once it is. */
  readonly reason: Refused | undefined
}

/** The operations with which the steps of a call go on, and end. */
export interface Driver<F extends Flight> {
  /** Runs an effect that has to wait, in a fiber of the call. */
  readonly fork: <A>(flight: F, effect: Answering<A>, ended: (exit: Exit.Exit<A, Refused | Replayed>) => void) => void
  /**
   * Answers the call with the outcome of its run, or with the failure that kept it from having one, unless the call was answered
   * before.
   */
  readonly answer: (flight: F, ran: Ran | undefined, failure?: Failed) => void
}

/** Takes a call through its steps, and answers it once. A step that throws ends the call. */
export const drive = <F extends Flight>(driver: Driver<F>, flight: F, line: Line, sent?: unknown): void => {
  try {
    const state = line.next(sent)
    if (state.done) follow(driver, flight, state.value)
    else wait(driver, flight, line, state.value)
  } catch (cause) {
    broke(driver, flight, cause)
  }
}

const broke = <F extends Flight>(driver: Driver<F>, flight: F, cause: unknown): void =>
  driver.answer(flight, undefined, Exit.die(cause))

const wait = <F extends Flight>(driver: Driver<F>, flight: F, line: Line, waits: Waits): void => {
  const ended = (exit: Exit.Exit<unknown, Refused | Replayed>): void => {
    if (exit._tag === "Failure") refuse(driver, flight, line, exit as Failed)
    // The call was told to end while it waited, and the answer came all the same.
    else if (flight.reason !== undefined) refuse(driver, flight, line, Exit.fail(flight.reason))
    else drive(driver, flight, line, exit.value)
  }
  if (waits instanceof Turn) waits.wait(ended)
  else if (Exit.isExit(waits)) ended(waits as Exit.Exit<unknown, Refused | Replayed>)
  else if (Effect.isEffect(waits)) driver.fork(flight, waits, ended)
  else throw new TypeError("A step of the gate answered with a value that is no effect.")
}

const refuse = <F extends Flight>(driver: Driver<F>, flight: F, line: Line, failure: Failed): void => {
  // Returned rather than dropped: V8 does not optimise a generator that it never sees return.
  line.return(undefined as never)
  driver.answer(flight, undefined, failure)
}

const follow = <F extends Flight>(driver: Driver<F>, flight: F, answer: RunAnswer): void => {
  if (Effect.isEffect(answer)) {
    if (Exit.isExit(answer)) end(driver, flight, answer as Exit.Exit<Ran, Refused | Replayed>)
    else driver.fork(flight, answer, (exit) => end(driver, flight, exit))
  } else if (isPromised(answer)) {
    answer.then(
      (ran) => driver.answer(flight, ran),
      (cause) => broke(driver, flight, cause)
    )
  } else driver.answer(flight, answer)
}

const end = <F extends Flight>(driver: Driver<F>, flight: F, exit: Exit.Exit<Ran, Refused | Replayed>): void =>
  exit._tag === "Success" ? driver.answer(flight, exit.value) : driver.answer(flight, undefined, exit as Failed)

// A sandbox may be foreign code, too: it can answer with anything.
const isPromised = (answer: Ran | PromisedRan): answer is PromisedRan =>
  Predicate.isObject(answer) && "then" in answer && typeof answer.then === "function"
