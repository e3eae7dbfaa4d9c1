import type { Permit } from "./Permit.ts"
import { type Refused, refused } from "./Refused.ts"

/**
 * Returns the time limit of a run in milliseconds: the lower of grant and tool. Refuses a grant whose wall time or output
 * limit is not a number, because a sandbox could not enforce it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { resolveWallTime, unlimited } from "@toolgate/core"
 * import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"
 *
 * const because = { layer: "app", rule: "any", source: "app" }
 * const grant = makeExecutionGrant({ limits: { ...unlimited(), wallMs: 5_000 } })
 * // The tool's own time-out of a minute is longer.
 * assert.equal(resolveWallTime({ request: makePermissionRequest(), grant, because, waitedMs: 0 }), 5_000)
 * ```
 */
export const resolveWallTime = ({ request: { tool }, grant: { limits } }: Permit): number | Refused => {
  const { wallMs, outputBytes } = limits
  // NaN has to fail this check.
  if (outputBytes >= 0 && (wallMs === "unlimited" || wallMs > 0))
    return wallMs === "unlimited" ? tool.timeoutMs : Math.min(wallMs, tool.timeoutMs)
  return refused(
    "SandboxUnavailable",
    `Tool "${tool.name}" was granted limits that cannot be enforced: wall time and output need numeric limits.`,
    { wallMs: String(wallMs), outputBytes: String(outputBytes) }
  )
}

/**
 * Returns the refusal of a run that exceeded its time limit.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { wallTimeExceeded } from "@toolgate/core"
 *
 * const { why, message } = wallTimeExceeded("build", 60_000)
 * assert.deepEqual([why, message], ["TimedOut", 'Tool "build" exceeded its wall-time limit of 60 s.'])
 * ```
 */
export const wallTimeExceeded = (tool: string, wallMs: number): Refused => {
  const time = wallMs % 1000 === 0 ? `${wallMs / 1000} s` : `${wallMs} ms`
  return refused("TimedOut", `Tool "${tool}" exceeded its wall-time limit of ${time}.`, { wallMs })
}
