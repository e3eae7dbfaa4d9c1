import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { medianOf, spreadOf } from "../src/statistics.ts"

describe("spreadOf", () => {
  it("takes the quartiles of values in any order, linear between two of them", () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ min: 1, p25: 1.75, median: 2.5, p75: 3.25 })
  })

  it("sorts numbers as numbers", () => {
    expect(medianOf([100, 20, 3])).toBe(20)
  })

  it("is the value itself where there is only one", () => {
    expect(spreadOf([7])).toEqual({ min: 7, p25: 7, median: 7, p75: 7 })
  })

  it("leaves the values as they were", () => {
    const values = [3, 1, 2]
    spreadOf(values)
    expect(values).toEqual([3, 1, 2])
  })

  it("never says a number of no values", () => {
    expect(medianOf([])).toBeNaN()
  })

  it("stands in order, within the values, whatever they are", () => {
    const value = fc.integer({ min: -1e9, max: 1e9 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const { min, p25, median, p75 } = spreadOf(values)
        expect(min).toBe(Math.min(...values))
        expect([min, p25, median, p75, Math.max(...values)]).toEqual(
          [min, p25, median, p75, Math.max(...values)].toSorted((one, other) => one - other)
        )
      })
    )
  })
})
