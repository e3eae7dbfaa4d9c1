import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { bare } from "./bare.ts"
import { firstCall } from "./firstCall.ts"
import { importing } from "./importing.ts"
import { math } from "./math.ts"

/** The families about the tools of the toolbox, by name. */
export const toolboxFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["toolbox.import", importing],
  ["toolbox.first", firstCall],
  ["toolbox.bare", bare],
  ["toolbox.math", math]
]
