import type { ResourceLimits } from "../ExecutionGrant.ts"

/** The display names of limits, which are their keys in a policy file. The name of `memoryShare` fits after "more". */
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

/**
 * Lists the names of the limits that are set.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listLimitNames } from "@toolgate/core/access"
 *
 * assert.deepEqual(listLimitNames({ wallMs: 1_000, memoryBytes: 1_000_000 }), ["wall_time", "memory"])
 * ```
 */
export const listLimitNames = (limits: Partial<ResourceLimits>): ReadonlyArray<string> =>
  (Object.keys(limitNames) as ReadonlyArray<keyof ResourceLimits>).flatMap((key) =>
    limits[key] === undefined ? [] : [limitNames[key]]
  )
