import type { ProcessLimits } from "./ProcessLimits.ts"

/** A limit of a program that no program can be held to. */
export const unboundedLimit = ({ cpuMs, memoryBytes, memoryShare = 1, processes }: ProcessLimits): string | undefined =>
  Object.entries({ cpuMs, memoryBytes, memoryShare, processes }).find(
    ([, bound]) => bound !== "unlimited" && !(bound > 0)
  )?.[0]
