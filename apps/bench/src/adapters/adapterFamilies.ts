import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"

/** The families about framework adapters, by name. Only their own cases load the frameworks, which takes long. */
export const adapterFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["adapters.calls", async () => (await import("./measureCalls.ts")).measureCalls()],
  ["adapters.declaring", async (scale) => (await import("./measureDeclaring.ts")).measureDeclaring(scale)]
]
