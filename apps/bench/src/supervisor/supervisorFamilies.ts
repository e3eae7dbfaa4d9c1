import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { measureArgumentSize } from "./measureArgumentSize.ts"
import { measurePipelined, measureRoundTrip } from "./measureRoundTrip.ts"
import { measureRunners } from "./measureRunners.ts"
import { measureStarting } from "./measureStarting.ts"

/** The families about the cost of running an agent as a separate process, by name. */
export const supervisorFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["supervisor.roundTrip", measureRoundTrip],
  ["supervisor.pipelined", measurePipelined],
  ["supervisor.arguments", measureArgumentSize],
  ["supervisor.runners", measureRunners],
  ["supervisor.start", measureStarting]
]
