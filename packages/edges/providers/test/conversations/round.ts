import type { ToolExecution } from "@toolgate/core"
import type { Toolgate } from "toolgate"
import type { ProviderTurn } from "../../src/index.ts"
import { openWeatherGate } from "./weatherGate.ts"

let gate: Promise<Toolgate> | undefined

/** Returns the gate that a test file's conversations share. */
export const getGate = (): Promise<Toolgate> => {
  gate ??= openWeatherGate()
  return gate
}

/** Dispatches the calls of a turn. */
export const dispatchCalls = async (turn: ProviderTurn<unknown>): Promise<ReadonlyArray<ToolExecution>> =>
  (await getGate()).dispatchAll(turn.calls)
