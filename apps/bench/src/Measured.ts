import type { Figure } from "./Figure.ts"
import { getMedian, type Spread, summarize } from "./statistics.ts"

/** The times of every case in every round, in nanoseconds per run. */
export class Measured {
  readonly #times = new Map<string, Array<Array<number>>>()
  #round = -1

  /** Starts the next round for later times. */
  nextRound(): void {
    this.#round++
  }

  add(name: string, ns: number): void {
    const rounds = this.#times.get(name) ?? []
    this.#times.set(name, rounds)
    const times = rounds[this.#round] ?? []
    rounds[this.#round] = times
    times.push(ns)
  }

  /** Returns a case's times, round by round. */
  within(name: string): ReadonlyArray<ReadonlyArray<number>> {
    return (this.#times.get(name) ?? []).filter((times) => times !== undefined)
  }

  /** Returns one value per round in which all named cases were measured, computed from their times. */
  perRound(names: ReadonlyArray<string>, make: (...times: ReadonlyArray<number>) => number): ReadonlyArray<number> {
    const rounds = names.map((name) => this.#times.get(name) ?? [])
    const length = Math.min(...rounds.map((times) => times.length))
    const made: Array<number> = []
    for (let round = 0; round < length; round++) {
      const times =
        rounds.flatMap((one) => one[round] ?? []).length === 0 ? [] : rounds.map((one) => getMedian(one[round] ?? []))
      if (times.length > 0 && !times.some(Number.isNaN)) made.push(make(...times))
    }
    return made
  }

  /** Returns each named case's smallest time, among the rounds in which all were measured. */
  least(names: ReadonlyArray<string>): ReadonlyArray<number> {
    return names.map((_, at) => summarize(this.perRound(names, (...times) => times[at] ?? Number.NaN)).min)
  }

  time(name: string): Spread {
    return summarize(this.perRound([name], (time = 0) => time))
  }

  /** Returns the figure of a case: its time, and the ratio to the time of another case. */
  figure(name: string, to?: string, atMost?: number): Figure {
    const value = this.time(name)
    if (to === undefined) return { name, value, unit: "ns" }
    const ratio = summarize(this.perRound([name, to], (one = 0, other = 1) => one / other))
    const [one = 0, other = 1] = this.least([name, to])
    const ofLeast = one / other
    return { name, value, unit: "ns", ratio, ofLeast, to, ...(atMost === undefined ? {} : { atMost }) }
  }

  /** Returns the figure of the difference between the first two cases, and its ratio to the third. */
  difference(name: string, cases: readonly [string, string, string], atMost?: number): Figure {
    const more = (one = 0, other = 0) => one - other
    const value = summarize(this.perRound(cases, more))
    const ratio = summarize(this.perRound(cases, (one, other, unit = 1) => more(one, other) / unit))
    const [one, other, unit = 1] = this.least(cases)
    const ofLeast = more(one, other) / unit
    return { name, value, unit: "ns", ratio, ofLeast, to: cases[2], ...(atMost === undefined ? {} : { atMost }) }
  }
}
