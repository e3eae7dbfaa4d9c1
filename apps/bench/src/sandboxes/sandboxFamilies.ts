import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { commands } from "./commands.ts"
import { measureRunaways } from "./measureRunaways.ts"
import { measureScripts } from "./measureScripts.ts"
import { measureWasmCalls } from "./measureWasmCalls.ts"

/** The families about the cost of confinement, by name. */
export const sandboxFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["sandboxes.commands", commands],
  ["sandboxes.wasm", measureWasmCalls],
  ["sandboxes.scripts", measureScripts],
  ["sandboxes.runaways", measureRunaways]
]
