import { randomFillSync } from "node:crypto"
import type { GuestSources } from "../GuestWorld.ts"

/** The source of a script's time, and the seed of its random numbers. */
export interface Sources {
  /** Returns the time in nanoseconds since the epoch. */
  readonly now: () => bigint
  readonly seed: ReadonlyArray<number>
}

/** Returns the sources that were granted. */
export const sourcesOf = ({ clock, random }: GuestSources): Sources => ({
  now: clock === "host" ? () => BigInt(Date.now()) * nanoseconds : countingFrom(clock),
  seed: [...(random === "host" ? randomFillSync(new Int32Array(3)) : wordsOf(random))]
})

const nanoseconds = 1_000_000n

/**
 * Returns a clock that goes on by a millisecond each time it is read, so that a script that waits for it comes to an
 * end.
 */
const countingFrom = (start: number) => {
  let next = Number.isFinite(start) ? BigInt(Math.max(0, Math.trunc(start))) : 0n
  return () => next++ * nanoseconds
}

/** Returns all bits of a number. */
const wordsOf = (seed: number): Int32Array => {
  const words = new Int32Array(3)
  new DataView(words.buffer).setFloat64(0, seed)
  return words
}
