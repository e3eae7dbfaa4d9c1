import type { Contender } from "./Contender.ts"
import type { Measured } from "./Measured.ts"

/** Warms all contenders up twice. The second time, the compiler has seen all cases that share a process. */
export const warmUp = async (contenders: ReadonlyArray<Contender>, told: (progress: string) => void): Promise<void> => {
  for (const time of [1, 2])
    for (const one of contenders) {
      told(`warming up (${time} of 2): ${one.name}`)
      await named(one, one.warmUp)
    }
}

/**
 * Measures every contender once per round, in an order that changes with the round, so that disturbances affect all
 * alike. Measures the controls at the start, middle and end of each round. Rejects with the name of a failing
 * contender.
 */
export const measure = async (
  measured: Measured,
  controls: ReadonlyArray<Contender>,
  contenders: ReadonlyArray<Contender>,
  allRounds: number,
  told: (progress: string) => void
): Promise<void> => {
  for (let round = 0; round < allRounds; round++) {
    told(`round ${round + 1} of ${allRounds}`)
    measured.nextRound()
    const due = shuffled(
      contenders.filter(({ rounds = allRounds }) => round % Math.ceil(allRounds / rounds) === 0),
      round
    )
    const middle = due.length >> 1
    for (const part of [controls, due.slice(0, middle), controls, due.slice(middle), controls])
      for (const one of part) measured.add(one.name, await named(one, one.measure))
  }
}

const named = async <A>({ name }: Contender, work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (cause) {
    throw new Error(`"${name}" broke. ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Shuffles items reproducibly with a linear congruential generator. */
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
