import type { ToolExecution } from "@toolgate/core"
import type { Toolgate } from "toolgate"
import type { ProviderTurn } from "../../src/index.ts"
import { openWeatherGate } from "./weatherGate.ts"

let gate: Promise<Toolgate> | undefined

/** The gate of all conversations of a test file. */
export const theGate = (): Promise<Toolgate> => {
  gate ??= openWeatherGate()
  return gate
}

/** Makes the calls of a turn in the gate. */
export const dispatched = async (turn: ProviderTurn<unknown>): Promise<ReadonlyArray<ToolExecution>> =>
  (await theGate()).dispatchAll(turn.calls)
