import { setImmediate } from "node:timers/promises"
import type { Case } from "./Case.ts"
import { Measured } from "./Measured.ts"
import type { Scale } from "./Scale.ts"

/**
 * Measures every case once in every round, in an order that changes from round to round, so that what disturbs the machine
 * disturbs all alike. The controls are measured at the start, in the middle and at the end of each round.
 */
export const measure = async (
  controls: ReadonlyArray<Case>,
  cases: ReadonlyArray<Case>,
  scale: Scale,
  told: (progress: string) => void
): Promise<Measured> => {
  const measured = new Measured()
  const batches = new Map<Case, number>()
  // Twice: what one case learns the compiler is to be unlearnt by the others before anything counts.
  for (const time of [1, 2])
    for (const one of [...controls, ...cases]) {
      told(`warming up (${time} of 2): ${one.name}`)
      batches.set(one, await warmUp(one, scale))
    }
  const take = async (one: Case, round: number) => {
    const times = batches.get(one) ?? 1
    measured.add(one.name, round, ((await timed(one, times)) * 1e6) / times)
  }
  for (let round = 0; round < scale.rounds; round++) {
    told(`round ${round + 1} of ${scale.rounds}`)
    const due = shuffled(
      cases.filter(({ rounds = scale.rounds }) => round % Math.ceil(scale.rounds / rounds) === 0),
      round
    )
    const middle = due.length >> 1
    for (const part of [controls, due.slice(0, middle), controls, due.slice(middle), controls])
      for (const one of part) await take(one, round)
  }
  return measured
}

/** Runs a case until it is warm. Answers how many times make a batch. */
const warmUp = async (one: Case, { warmUpMs, batchMs }: Scale): Promise<number> => {
  const { times: fixed, multipleOf = 1 } = one
  let times = fixed ?? multipleOf
  let left = warmUpMs
  while (true) {
    const ms = await timed(one, times)
    left -= ms
    if (fixed === undefined && ms < batchMs) {
      const wanted = Math.min(times * 10, (times * batchMs) / Math.max(ms, 0.001))
      times = Math.max(1, Math.ceil(wanted / multipleOf)) * multipleOf
    }
    if (left <= 0) return times
  }
}

const timed = async (one: Case, times: number): Promise<number> => {
  await one.prepare?.()
  await setImmediate()
  const start = performance.now()
  await one.run(times)
  return performance.now() - start
}

/** The same order for the same seed, by a linear congruential generator. */
const shuffled = <A>(items: ReadonlyArray<A>, seed: number): ReadonlyArray<A> => {
  let state = seed + 1
  return items
    .map((item) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return { item, place: state }
    })
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
