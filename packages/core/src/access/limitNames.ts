import type { ResourceLimits } from "../ExecutionGrant.ts"

/**
 * The names of the limits as people read them, which are their keys in a policy file. The name of `memoryShare` is
 * worded to stand after "more".
 */
export const limitNames: Readonly<Record<keyof ResourceLimits, string>> = {
  wallMs: "wall_time",
  cpuMs: "cpu_time",
  memoryBytes: "memory",
  memoryShare: "of the memory there is",
  processes: "processes",
  outputBytes: "output",
  chainCalls: "chain.max_tool_calls",
  chainCallMs: "chain.call_timeout",
  chainMs: "chain.total_timeout",
  chainInlineBytes: "chain.max_inline_result"
}

/** Returns the names of the limits that are set. */
export const listLimitNames = (limits: Partial<ResourceLimits>): ReadonlyArray<string> =>
  (Object.keys(limitNames) as ReadonlyArray<keyof ResourceLimits>).flatMap((key) =>
    limits[key] === undefined ? [] : [limitNames[key]]
  )
