import type { Enforcement } from "@toolgate/core"
import type { ProcessEnforcement } from "@toolgate/processes"

/** The fate of a command's output at its limit: all of it fits, some was left out, or the call failed because of it. */
export type OutputAtLimit = "fits" | "cut" | "refused"

/** Returns how a command was held: its process as `held` says, and its output by this sandbox. */
export const commandEnforcement = (held: ProcessEnforcement, output: OutputAtLimit): Enforcement => {
  const enforced = { ...held, outputBytes: "engine" }
  if (output === "fits") return enforced
  const reached = [...(held.reached ?? []), "outputBytes" as const]
  return output === "cut" ? { ...enforced, reached } : { ...enforced, reached, endedBy: held.endedBy ?? "outputBytes" }
}
