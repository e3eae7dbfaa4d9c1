import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"

/** The families about adapters of frameworks, by name. Frameworks take long to load, so that only their own cases load them. */
export const adapterFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["adapters.calls", async () => (await import("./calls.ts")).calls()],
  ["adapters.declaring", async (scale) => (await import("./declaring.ts")).declaring(scale)]
]
