import { setImmediate } from "node:timers/promises"
import type { Case } from "./Case.ts"
import type { Scale } from "./Scale.ts"

/** A case in a measurement, in this process or a separate one. */
export interface Contender {
  readonly name: string
  /** The limit for rounds. Default: no limit. */
  readonly rounds?: number | undefined
  /** Warms the case up, and determines the size of a batch. */
  readonly warmUp: () => Promise<void>
  /** Runs a batch. Returns the nanoseconds per run. */
  readonly measure: () => Promise<number>
  readonly close: () => Promise<void>
}

/** Returns a contender that runs the case in this process. */
export const createContender = (one: Case, scale: Scale): Contender => {
  let times = one.times ?? one.multipleOf ?? 1
  return {
    name: one.name,
    rounds: one.rounds,
    warmUp: async () => {
      if (scale.warmUpMs > 0) times = await warmUp(one, scale)
    },
    measure: async () => ((await timed(one, times)) * 1e6) / times,
    close: async () => {}
  }
}

/** Warms a case up. Returns the size of a batch. */
const warmUp = async (one: Case, { warmUpMs, batchMs, judged }: Scale): Promise<number> => {
  const { times: fixed, multipleOf = 1, warmUpTimes = 0 } = one
  let times = fixed ?? multipleOf
  let left = warmUpMs
  let timesLeft = judged ? warmUpTimes : 0
  while (true) {
    const ms = await timed(one, times)
    left -= ms
    timesLeft -= times
    if (fixed === undefined && ms < batchMs) {
      const wanted = Math.min(times * 10, (times * batchMs) / Math.max(ms, 0.001))
      times = Math.max(1, Math.ceil(wanted / multipleOf)) * multipleOf
    }
    if (left <= 0 && timesLeft <= 0) return times
  }
}

const timed = async (one: Case, times: number): Promise<number> => {
  await one.prepare?.()
  await setImmediate()
  const start = performance.now()
  await one.run(times)
  return performance.now() - start
}
