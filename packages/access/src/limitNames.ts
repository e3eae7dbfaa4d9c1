import type { ResourceLimits } from "@toolgate/core"

/** What the limits are called for people: their keys in a policy file. */
export const limitNames: Readonly<Record<keyof ResourceLimits, string>> = {
  wallMs: "wall_time",
  cpuMs: "cpu_time",
  memoryBytes: "memory",
  memoryShare: "of the memory there is",
  processes: "processes",
  outputBytes: "output"
}

/** The names of the limits that are given. */
export const namesOfLimits = (limits: Partial<ResourceLimits>): ReadonlyArray<string> =>
  (Object.keys(limitNames) as ReadonlyArray<keyof ResourceLimits>).flatMap((key) =>
    limits[key] === undefined ? [] : [limitNames[key]]
  )
