import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { measureEvents } from "./measureEvents.ts"
import { measureLatency } from "./measureLatency.ts"
import { measureServerCalls } from "./measureServerCalls.ts"

/** The families about a gate behind HTTP, by name. */
export const serverFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["server.calls", measureServerCalls],
  ["server.events", measureEvents],
  ["server.latency", measureLatency]
]
