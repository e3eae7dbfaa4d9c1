import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"

/** The clocks of preview 1 that there are. Those of CPU time are not: they tell what the host does besides. */
export const clockOf = (id: number): "realtime" | "monotonic" => {
  if (id === 0) return "realtime"
  if (id === 1) return "monotonic"
  throw new Failure(errno.INVAL)
}

/** All clocks go by the millisecond. */
const resolution = 1_000_000n

/** The time, and how fine it is. */
export const clockCalls = ({ clock, memory }: Guest) => ({
  clock_res_get: (id: number, resolutionAt: number) => {
    clockOf(id)
    memory.setU64(resolutionAt, resolution)
  },
  clock_time_get: (id: number, _precision: bigint, timeAt: number) => {
    const source = clockOf(id)
    memory.bytes(timeAt, 8)
    memory.setU64(timeAt, clock[source]())
  }
})
