import type { Enforcement } from "@toolgate/core"
import { hasSyscallFilter } from "@toolgate/processes"
import type { GuestLimit } from "./endings.ts"

/** What of a guest's run says how it was held. */
interface GuestHold {
  /** How any guest of its sandbox is. */
  readonly enforced: Enforcement
  /** What held its CPU time. */
  readonly cpuMeans: string
  readonly isConfined: boolean
  /** The limit that ended it. */
  readonly limit: GuestLimit | undefined
  /** Bytes of its output that were dropped. */
  readonly dropped: number
}

/** How a guest was held, with the limits that it came to. */
export const guestEnforcement = ({ enforced, cpuMeans, isConfined, limit, dropped }: GuestHold): Enforcement => {
  const held = { ...enforced, cpuMs: cpuMeans, ...(isConfined ? confined : {}) }
  const cut = dropped > 0 && limit !== "outputBytes" ? (["outputBytes"] as const) : []
  if (limit !== undefined) return { ...held, reached: [limit, ...cut], endedBy: limit }
  return dropped > 0 ? { ...held, reached: cut } : held
}

const confined = { access: "bubblewrap", syscalls: hasSyscallFilter ? "seccomp" : "none" }
