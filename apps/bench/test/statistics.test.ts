import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getMedian, summarize } from "../src/statistics.ts"

describe("spreadOf", () => {
  it("computes the quartiles of unsorted values by linear interpolation", () => {
    expect(summarize([4, 1, 3, 2])).toEqual({ min: 1, p25: 1.75, median: 2.5, p75: 3.25 })
  })

  it("sorts numbers as numbers", () => {
    expect(getMedian([100, 20, 3])).toBe(20)
  })

  it("is the value itself if there is only one", () => {
    expect(summarize([7])).toEqual({ min: 7, p25: 7, median: 7, p75: 7 })
  })

  it("leaves the values unchanged", () => {
    const values = [3, 1, 2]
    summarize(values)
    expect(values).toEqual([3, 1, 2])
  })

  it("is NaN without values", () => {
    expect(getMedian([])).toBeNaN()
  })

  it("is ordered and within the values", () => {
    const value = fc.integer({ min: -1e9, max: 1e9 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const { min, p25, median, p75 } = summarize(values)
        expect(min).toBe(Math.min(...values))
        expect([min, p25, median, p75, Math.max(...values)]).toEqual(
          [min, p25, median, p75, Math.max(...values)].toSorted((one, other) => one - other)
        )
      })
    )
  })
})
