import { AskingTime, type Refused, type Replayed } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Answering } from "../line/runLine.ts"
import type { CallInFlight } from "./CallInFlight.ts"

/** Runs an effect for a step or the run of a call. */
export const forkFor = <A>(
  flight: CallInFlight,
  effect: Answering<A>,
  ended: (exit: Exit.Exit<A, Refused | Replayed>) => void
): void => {
  const fiber = flight.input.runFork(Effect.provideService(effect, AskingTime, (answer) => flight.life.asking(answer)))
  flight.life.runsIn(fiber)
  fiber.addObserver((exit) => {
    flight.life.runsIn(undefined)
    ended(exit)
  })
}
