import type { Enforcement } from "@toolgate/core"
import type { ProcessEnforcement } from "@toolgate/processes"

/** The effect of the output limit on a command: the output fitted, it was cut, or the call failed. */
export type OutputAtLimit = "fits" | "cut" | "refused"

/** Combines how the process was limited (`held`) with how its output was limited. */
export const describeEnforcement = (held: ProcessEnforcement, output: OutputAtLimit): Enforcement => {
  const enforced = { ...held, outputBytes: "engine" }
  if (output === "fits") return enforced
  const reached = [...(held.reached ?? []), "outputBytes" as const]
  return output === "cut" ? { ...enforced, reached } : { ...enforced, reached, endedBy: held.endedBy ?? "outputBytes" }
}
