import type { Figure } from "./Figure.ts"
import { medianOf, type Spread, spreadOf } from "./statistics.ts"

/** The times of every case in every round, in nanoseconds for each time that the work was done. */
export class Measured {
  readonly #times = new Map<string, Array<Array<number>>>()

  add(name: string, round: number, ns: number): void {
    const rounds = this.#times.get(name) ?? []
    this.#times.set(name, rounds)
    const times = rounds[round] ?? []
    rounds[round] = times
    times.push(ns)
  }

  /** What was measured in a round, in that order. */
  within(name: string): ReadonlyArray<ReadonlyArray<number>> {
    return (this.#times.get(name) ?? []).filter((times) => times !== undefined)
  }

  /** A value for each round in which all of the named cases were measured, made of their times in that round. */
  perRound(names: ReadonlyArray<string>, make: (...times: ReadonlyArray<number>) => number): ReadonlyArray<number> {
    const rounds = names.map((name) => this.#times.get(name) ?? [])
    const length = Math.min(...rounds.map((times) => times.length))
    const made: Array<number> = []
    for (let round = 0; round < length; round++) {
      const times =
        rounds.flatMap((one) => one[round] ?? []).length === 0 ? [] : rounds.map((one) => medianOf(one[round] ?? []))
      if (times.length > 0 && !times.some(Number.isNaN)) made.push(make(...times))
    }
    return made
  }

  time(name: string): Spread {
    return spreadOf(this.perRound([name], (time = 0) => time))
  }

  /** A case as a figure: its time, and how many times another case's that is. */
  figure(name: string, to?: string, atMost?: number): Figure {
    const value = this.time(name)
    if (to === undefined) return { name, value, unit: "ns" }
    const ratio = spreadOf(this.perRound([name, to], (one = 0, other = 1) => one / other))
    const ofLeast = value.min / this.time(to).min
    return { name, value, unit: "ns", ratio, ofLeast, to, ...(atMost === undefined ? {} : { atMost }) }
  }
}
