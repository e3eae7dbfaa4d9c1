import type { Permit } from "./Permit.ts"
import { type Refused, refused } from "./Refused.ts"

/**
 * Returns the time that a run may take, in milliseconds: the least that its grant and its tool allow. Refuses a grant whose bound
 * on wall time or output is not a number, because no sandbox can enforce it.
 */
export const resolveWallTime = ({ request: { tool }, grant: { limits } }: Permit): number | Refused => {
  const { wallMs, outputBytes } = limits
  // Written so that a bound that is not a number fails as well.
  if (outputBytes >= 0 && (wallMs === "unlimited" || wallMs > 0))
    return wallMs === "unlimited" ? tool.timeoutMs : Math.min(wallMs, tool.timeoutMs)
  return refused(
    "SandboxUnavailable",
    `Tool "${tool.name}" was granted limits that cannot be held: its wall time and its output have to be bounded by numbers.`,
    { wallMs: String(wallMs), outputBytes: String(outputBytes) }
  )
}

/** Returns the refusal of a run whose time was up. */
export const wallTimeExceeded = (tool: string, wallMs: number): Refused => {
  const time = wallMs % 1000 === 0 ? `${wallMs / 1000} s` : `${wallMs} ms`
  return refused("TimedOut", `Tool "${tool}" exceeded its wall-time limit of ${time}.`, { wallMs })
}
