import type { ProcessLimits } from "./ProcessLimits.ts"

/** Returns the name of the first invalid limit, if there is one. */
export const findInvalidLimit = ({
  cpuMs,
  memoryBytes,
  memoryShare = 1,
  processes
}: ProcessLimits): string | undefined =>
  Object.entries({ cpuMs, memoryBytes, memoryShare, processes }).find(
    ([, bound]) => bound !== "unlimited" && !(bound > 0)
  )?.[0]
