import type { Spread } from "./statistics.ts"

/** A line of the table. */
export interface Figure {
  readonly name: string
  /** The value in `unit`s: nanoseconds per run, bytes, or tokens. */
  readonly value: Spread
  readonly unit: "ns" | "bytes" | "tokens"
  /** The ratio of the value to that of `to` per round, so that a disturbance slows both down. */
  readonly ratio?: Spread
  /** The ratio of the smallest times of all rounds, which have the fewest disturbances. */
  readonly ofLeast?: number
  readonly to?: string
  /** The target: the largest acceptable ratio or, if there is no ratio, the largest acceptable value. */
  readonly atMost?: number
}

/**
 * Judges a target. It is met or missed if the quartiles of the rounds are on one side of it. Otherwise the result is
 * unclear, and needs a quieter machine or more rounds. `undefined`: the figure has no target.
 */
export const judgeFigure = ({ atMost, ratio, value }: Figure): "met" | "missed" | "unclear" | undefined => {
  if (atMost === undefined) return undefined
  const { p25, p75 } = ratio ?? value
  if (p75 <= atMost) return "met"
  return p25 > atMost ? "missed" : "unclear"
}
