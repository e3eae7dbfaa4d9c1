import { AskingTime, type Refused, type Replayed } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { CallInFlight } from "./CallInFlight.ts"
import type { Answering } from "./drive.ts"

/** Runs an effect that a step of a call, or its run, waits for. */
export const forkFor = <A>(
  flight: CallInFlight,
  effect: Answering<A>,
  ended: (exit: Exit.Exit<A, Refused | Replayed>) => void
): void => {
  const fiber = flight.runFork(Effect.provideService(effect, AskingTime, (answer) => flight.asking(answer)))
  flight.runsIn(fiber)
  fiber.addObserver((exit) => {
    flight.runsIn(undefined)
    ended(exit)
  })
}
