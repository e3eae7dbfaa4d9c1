import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { measureBare } from "./measureBare.ts"
import { measureFirstCall } from "./measureFirstCall.ts"
import { measureImporting } from "./measureImporting.ts"
import { measureMath } from "./measureMath.ts"

/** The families about the tools of the toolbox, by name. */
export const toolboxFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["toolbox.import", measureImporting],
  ["toolbox.first", measureFirstCall],
  ["toolbox.bare", measureBare],
  ["toolbox.math", measureMath]
]
