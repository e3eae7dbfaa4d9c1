import type { Spread } from "./statistics.ts"

/** A line of the table. */
export interface Figure {
  readonly name: string
  /** In `unit`s: nanoseconds for each time that the work was done, or bytes. */
  readonly value: Spread
  readonly unit: "ns" | "bytes"
  /** How many times `to` that is; of the values of one round, so that what slows a round down slows both down. */
  readonly ratio?: Spread
  /** The same of the least times of all rounds: what it was where nothing disturbed them. */
  readonly ofLeast?: number
  readonly to?: string
  /** What the ratio (the value, where there is no ratio) may at most be. */
  readonly atMost?: number
}

/**
 * Whether a target was met: the median is on one side of it, and so is the half of the rounds around it. Otherwise the
 * machine has to be quieter, or the rounds more. `undefined` for a figure that is only information.
 */
export const verdictOf = ({ atMost, ratio, value }: Figure): "met" | "missed" | "unclear" | undefined => {
  if (atMost === undefined) return undefined
  const { p25, p75 } = ratio ?? value
  if (p75 <= atMost) return "met"
  return p25 > atMost ? "missed" : "unclear"
}
