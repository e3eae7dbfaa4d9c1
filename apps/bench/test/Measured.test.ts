import { describe, expect, it } from "vitest"
import { computeDrift } from "../src/drift.ts"
import { judgeFigure } from "../src/Figure.ts"
import { Measured } from "../src/Measured.ts"

/** Returns the measured times of several rounds. */
const measuredOf = (rounds: ReadonlyArray<Readonly<Record<string, ReadonlyArray<number>>>>) => {
  const measured = new Measured()
  for (const cases of rounds) {
    measured.nextRound()
    for (const [name, times] of Object.entries(cases)) for (const time of times) measured.add(name, time)
  }
  return measured
}

describe("Measured", () => {
  it("compares a case with the median of the unit in the same round, so that a slow round affects both", () => {
    const measured = measuredOf([
      { L: [100, 500, 90], gate: [1000] },
      { L: [1000, 5000, 900], gate: [10_000] },
      { L: [100, 100, 100], gate: [1000] }
    ])
    expect(measured.figure("gate", "L", 12).ratio).toEqual({ min: 10, p25: 10, median: 10, p75: 10 })
  })

  it("ignores the rounds in which one of two cases was not measured", () => {
    const measured = measuredOf([{ L: [100], dear: [700] }, { L: [1] }, { L: [200], dear: [1400] }])
    expect(measured.perRound(["dear", "L"], (dear = 0, unit = 1) => dear / unit)).toEqual([7, 7])
  })

  it("divides minimum by minimum", () => {
    const measured = measuredOf([
      { L: [100], gate: [3000] },
      { L: [300], gate: [1200] }
    ])
    expect(measured.figure("gate", "L").ofLeast).toBe(12)
  })

  it("takes the minimum of the rounds in which all cases were measured, because the unit runs in every family's rounds", () => {
    const measured = measuredOf([{ L: [1] }, { L: [100], gate: [1300], other: [1000] }, { L: [110], gate: [1200] }])
    expect(measured.figure("gate", "L").ofLeast).toBe(12)
    expect(measured.difference("more", ["gate", "other", "L"]).ofLeast).toBe(3)
  })
})

describe("verdictOf", () => {
  const spread = (p25: number, p75: number) => ({ min: p25, p25, median: (p25 + p75) / 2, p75 })
  const figure = { name: "a", value: spread(50, 60), unit: "ns" } as const

  it("compares the ratio with the target, or else the value", () => {
    expect(judgeFigure({ ...figure, ratio: spread(3, 4), atMost: 4 })).toBe("met")
    expect(judgeFigure({ ...figure, ratio: spread(4.1, 5), atMost: 4 })).toBe("missed")
    expect(judgeFigure({ ...figure, atMost: 40 })).toBe("missed")
  })

  it("does not decide if the rounds are on both sides of the target", () => {
    expect(judgeFigure({ ...figure, ratio: spread(-800, 9), atMost: 7 })).toBe("unclear")
  })

  it("judges only figures with a target", () => {
    expect(judgeFigure(figure)).toBeUndefined()
  })

  it("never counts a failed measurement as met", () => {
    expect(judgeFigure({ ...figure, value: spread(Number.NaN, Number.NaN), atMost: 4 })).toBe("unclear")
  })
})

describe("driftOf", () => {
  const rounds = (...times: ReadonlyArray<ReadonlyArray<number>>) => measuredOf(times.map((L) => ({ L })))

  it("reports a steady unit", () => {
    expect(computeDrift(rounds([100, 101, 102], [100, 99, 100], [101, 100, 100]), "L").drifted).toBe(false)
  })

  it("notices a unit that drifts within its rounds", () => {
    expect(computeDrift(rounds([100, 110, 120], [100, 110, 120], [100, 110, 120]), "L").drifted).toBe(true)
  })

  it("notices a unit that drifts from the first rounds to the last", () => {
    expect(computeDrift(rounds([100, 100, 100], [110, 110, 110], [120, 120, 120]), "L").drifted).toBe(true)
  })
})
