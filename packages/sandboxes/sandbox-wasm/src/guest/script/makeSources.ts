import { randomFillSync } from "node:crypto"
import type { GuestSources } from "../GuestWorld.ts"

/** A script's clock and the seed of its random numbers. */
export interface ScriptSources {
  /** Returns nanoseconds since the epoch. */
  readonly now: () => bigint
  readonly seed: ReadonlyArray<number>
}

/** Returns the granted sources. */
export const makeSources = ({ clock, random }: GuestSources): ScriptSources => ({
  now: clock === "host" ? () => BigInt(Date.now()) * nanoseconds : countingFrom(clock),
  seed: [...(random === "host" ? randomFillSync(new Int32Array(3)) : wordsOf(random))]
})

const nanoseconds = 1_000_000n

/** Returns a clock that advances by a millisecond on each reading, so that a script that polls it ends. */
const countingFrom = (start: number) => {
  let next = Number.isFinite(start) ? BigInt(Math.max(0, Math.trunc(start))) : 0n
  return () => next++ * nanoseconds
}

/** Returns the bits of a number as 32-bit words, followed by a zero. */
const wordsOf = (seed: number): Int32Array => {
  const words = new Int32Array(3)
  new DataView(words.buffer).setFloat64(0, seed)
  return words
}
