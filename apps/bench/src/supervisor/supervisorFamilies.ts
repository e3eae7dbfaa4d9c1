import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { argumentSize } from "./argumentSize.ts"
import { pipelined, roundTrip } from "./roundTrip.ts"
import { runners } from "./runners.ts"
import { starting } from "./starting.ts"

/** The families about the cost of running an agent as a separate process, by name. */
export const supervisorFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["supervisor.roundTrip", roundTrip],
  ["supervisor.pipelined", pipelined],
  ["supervisor.arguments", argumentSize],
  ["supervisor.runners", runners],
  ["supervisor.start", starting]
]
