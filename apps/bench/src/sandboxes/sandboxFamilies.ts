import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { commands } from "./commands.ts"
import { runaways } from "./runaways.ts"
import { scripts } from "./scripts.ts"
import { wasmCalls } from "./wasmCalls.ts"

/** The families about the cost of confinement, by name. */
export const sandboxFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["sandboxes.commands", commands],
  ["sandboxes.wasm", wasmCalls],
  ["sandboxes.scripts", scripts],
  ["sandboxes.runaways", runaways]
]
