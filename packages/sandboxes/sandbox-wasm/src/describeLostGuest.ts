import { describeFailedPreparation, refuseClosedSandbox, refuseDeadProcess, refuseOverLimit } from "./endings.ts"
import type { Outcome } from "./GuestJob.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import type { ProcessEnd } from "./pool/Occupant.ts"

/** Returns the outcome of a guest whose process ended unexpectedly, or because its sandbox was closing. */
export const describeLostGuest = (
  tool: string,
  how: ProcessEnd,
  limits: GuestLimits,
  at: "closing" | "preparing" | "running"
): Outcome => {
  if (at === "closing") return { error: refuseClosedSandbox(tool), dropped: 0 }
  if (at === "preparing") return { error: describeFailedPreparation(tool, how), dropped: 0 }
  if (how.fault === undefined && outOfMemory.has(how.signal))
    return { error: refuseOverLimit(tool, "memoryBytes", limits), limit: "memoryBytes", dropped: 0 }
  return { error: refuseDeadProcess(tool, how), dropped: 0 }
}

/** Node ends with these signals when it runs out of memory. */
const outOfMemory: ReadonlySet<NodeJS.Signals | null> = new Set(["SIGABRT", "SIGTRAP"])
