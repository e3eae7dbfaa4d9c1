import type { ResourceLimits } from "@toolgate/core"

/** A limit of a program that no program can be held to. */
export const unboundedLimit = ({
  cpuMs,
  memoryBytes,
  memoryShare = 1,
  processes
}: ResourceLimits): string | undefined =>
  Object.entries({ cpuMs, memoryBytes, memoryShare, processes }).find(
    ([, bound]) => bound !== "unlimited" && !(bound > 0)
  )?.[0]
