import type { Permit } from "./Permit.ts"
import { type Refused, refused } from "./Refused.ts"

/**
 * Returns the time limit of a run in milliseconds: the lower of grant and tool. Refuses a grant whose wall time or output
 * limit is not a number, because a sandbox could not enforce it.
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

/** Returns the refusal of a run that exceeded its time limit. */
export const wallTimeExceeded = (tool: string, wallMs: number): Refused => {
  const time = wallMs % 1000 === 0 ? `${wallMs / 1000} s` : `${wallMs} ms`
  return refused("TimedOut", `Tool "${tool}" exceeded its wall-time limit of ${time}.`, { wallMs })
}
