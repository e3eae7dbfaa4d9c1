import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"

/**
 * Returns the clock with this preview 1 id. Clocks of processor time are not supported, because they reveal what else
 * the host does.
 */
export const getClock = (id: number): "realtime" | "monotonic" => {
  if (id === 0) return "realtime"
  if (id === 1) return "monotonic"
  throw new Failure(errno.INVAL)
}

/** All clocks have a resolution of a millisecond. */
const resolution = 1_000_000n

/** Makes the calls for the time and its resolution. */
export const makeClockCalls = ({ clock, memory }: Guest) => ({
  clock_res_get: (id: number, resolutionAt: number) => {
    getClock(id)
    memory.setU64(resolutionAt, resolution)
  },
  clock_time_get: (id: number, _precision: bigint, timeAt: number) => {
    const source = getClock(id)
    memory.bytes(timeAt, 8)
    memory.setU64(timeAt, clock[source]())
  }
})
