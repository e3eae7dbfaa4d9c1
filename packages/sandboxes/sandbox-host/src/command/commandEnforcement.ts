import type { Enforcement } from "@toolgate/core"
import type { ProcessEnforcement } from "@toolgate/processes"

/** What became of a command's output at its limit: all of it fits, some was left out, or the call failed for it. */
export type OutputAtLimit = "fits" | "cut" | "refused"

/** How a command was held: as its process was, and its output by this sandbox. */
export const commandEnforcement = (held: ProcessEnforcement, output: OutputAtLimit): Enforcement => {
  const enforced = { ...held, outputBytes: "engine" }
  if (output === "fits") return enforced
  const reached = [...(held.reached ?? []), "outputBytes" as const]
  return output === "cut" ? { ...enforced, reached } : { ...enforced, reached, endedBy: held.endedBy ?? "outputBytes" }
}
