import type { Gated, PromisedRan, Ran, Refused, Run } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"

/**
 * The way of a call through the gate: each `yield*` of a `step` is its answer, and the last answers with the run. What refuses ends
 * the call there.
 */
export type Line = Generator<Waits, RunAnswer, unknown>

/** What a run answers as it starts. */
type RunAnswer = ReturnType<Run["start"]>

/** What a step may have to wait for: an effect, or, without what a fiber costs, its turn among ten thousand. */
export type Waits = Gated<unknown> | Turn

/** Something that is waited for. `ended` is called once, perhaps at once. */
export class Turn {
  readonly wait: (ended: (exit: Exit.Exit<unknown, Refused>) => void) => void
  constructor(wait: Turn["wait"]) {
    this.wait = wait
  }
}

/** One step of a line, for `yield*`. */
export interface Step<A> {
  [Symbol.iterator](): Iterator<Waits, A, unknown>
}

/**
 * The step that an answer of a port is. Most steps of most calls have their answer here and now: to go through them in a fiber, or
 * with an iterator each, would cost more than all of them together.
 */
export const step = <A>(answer: Gated<A>): Step<A> => {
  if (!isSuccess(answer)) return waiting(answer)
  taken.value = answer.value
  return taken as Step<A>
}

// By its prototype: asking whether it has the mark of an exit costs several times as much, in each step of each call.
const isSuccess = <A>(answer: Gated<A>): answer is Exit.Success<A> =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: it is asked of an object of ours
  success.isPrototypeOf(answer)

const success: object = Object.getPrototypeOf(Exit.void)

function* waiting<A>(answer: Gated<A>): Generator<Waits, A, unknown> {
  return (yield answer) as A
}

// One for all steps: `yield*` reads it before another one is taken.
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

/** How a step or a run failed: by a refusal, a defect or an interruption. */
export type Failed = Exit.Exit<never, Refused>

/** A call on its line. */
interface Flight {
  /** Why it is to end, once it is. */
  readonly reason: Refused | undefined
}

/** How the lines of calls go on, and end. */
export interface Driver<F extends Flight> {
  /** Runs what has to wait in a fiber of the call. */
  readonly fork: <A>(flight: F, effect: Gated<A>, ended: (exit: Exit.Exit<A, Refused>) => void) => void
  /** Answers the call with what its run came to, or with why there is nothing of the kind, unless it was answered before. */
  readonly answer: (flight: F, ran: Ran | undefined, failure?: Failed) => void
}

/** Takes a call down its line, and answers it once. What breaks ends the call. */
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
  const ended = (exit: Exit.Exit<unknown, Refused>): void => {
    if (exit._tag === "Failure") refuse(driver, flight, line, exit as Failed)
    // Told to end while it waited, and the answer came all the same.
    else if (flight.reason !== undefined) refuse(driver, flight, line, Exit.fail(flight.reason))
    else drive(driver, flight, line, exit.value)
  }
  if (waits instanceof Turn) waits.wait(ended)
  else if (Exit.isExit(waits)) ended(waits as Exit.Exit<unknown, Refused>)
  else if (Effect.isEffect(waits)) driver.fork(flight, waits, ended)
  else throw new TypeError("A step of the gate answered with what is no effect.")
}

const refuse = <F extends Flight>(driver: Driver<F>, flight: F, line: Line, failure: Failed): void => {
  // Ended rather than dropped: the engine of JavaScript optimises no generator that it never sees return.
  line.return(undefined as never)
  driver.answer(flight, undefined, failure)
}

const follow = <F extends Flight>(driver: Driver<F>, flight: F, answer: RunAnswer): void => {
  if (Effect.isEffect(answer)) {
    if (Exit.isExit(answer)) end(driver, flight, answer as Exit.Exit<Ran, Refused>)
    else driver.fork(flight, answer, (exit) => end(driver, flight, exit))
  } else if (isPromised(answer)) {
    answer.then(
      (ran) => driver.answer(flight, ran),
      (cause) => broke(driver, flight, cause)
    )
  } else driver.answer(flight, answer)
}

const end = <F extends Flight>(driver: Driver<F>, flight: F, exit: Exit.Exit<Ran, Refused>): void =>
  exit._tag === "Success" ? driver.answer(flight, exit.value) : driver.answer(flight, undefined, exit as Failed)

// A sandbox is somebody's code, too: it may answer with anything.
const isPromised = (answer: Ran | PromisedRan): answer is PromisedRan =>
  Predicate.isObject(answer) && "then" in answer && typeof answer.then === "function"
