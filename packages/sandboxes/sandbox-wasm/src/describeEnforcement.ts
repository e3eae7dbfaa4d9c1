import type { Enforcement } from "@toolgate/core"
import { hasSyscallFilter } from "@toolgate/processes"
import type { GuestLimit } from "./endings.ts"

/** The facts about a guest's run from which its enforcement is reported. */
interface GuestHold {
  /** Shared by all guests of the sandbox. */
  readonly enforced: Enforcement
  /** The measure of processor time. */
  readonly cpuMeans: string
  readonly isConfined: boolean
  /** The limit that ended the guest. */
  readonly limit: GuestLimit | undefined
  /** Bytes of the guest's output that were dropped. */
  readonly dropped: number
}

/** Returns how a guest was limited, with the limits that it reached. */
export const describeEnforcement = ({ enforced, cpuMeans, isConfined, limit, dropped }: GuestHold): Enforcement => {
  const held = { ...enforced, cpuMs: cpuMeans, ...(isConfined ? confined : {}) }
  const cut = dropped > 0 && limit !== "outputBytes" ? (["outputBytes"] as const) : []
  if (limit !== undefined) return { ...held, reached: [limit, ...cut], endedBy: limit }
  return dropped > 0 ? { ...held, reached: cut } : held
}

const confined = { access: "bubblewrap", syscalls: hasSyscallFilter ? "seccomp" : "none" }
