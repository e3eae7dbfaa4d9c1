import fc from "fast-check"
import { expect, it } from "vitest"
import { computeCosine, computeCosines } from "../src/computeCosine.ts"

const numbers = fc.double({ min: -1e300, max: 1e300, noNaN: true })
const vectors = fc.array(numbers, { minLength: 4, maxLength: 4 })
const usual = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 4, maxLength: 4 })

it("lies between -1 and 1 and is symmetric for all finite numbers", () => {
  fc.assert(
    fc.property(vectors, vectors, (a, b) => {
      const angle = computeCosine(a, b)
      expect(Math.abs(angle)).toBeLessThanOrEqual(1)
      expect(computeCosine(b, a)).toBe(angle)
    })
  )
})

it("is 1 for equal vectors, -1 for opposite ones, and 0 for a zero vector", () => {
  fc.assert(
    fc.property(vectors, (a) => {
      const isZero = a.every((number) => number === 0)
      expect(computeCosine(a, a)).toBeCloseTo(isZero ? 0 : 1, 12)
      expect(
        computeCosine(
          a,
          a.map((number) => -number)
        )
      ).toBeCloseTo(isZero ? 0 : -1, 12)
      expect(computeCosine(a, [0, 0, 0, 0])).toBe(0)
    })
  )
})

it("does not depend on the lengths of the vectors", () => {
  fc.assert(
    fc.property(usual, usual, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (a, b, factor) => {
      expect(
        computeCosine(
          a.map((number) => number * factor),
          b
        )
      ).toBeCloseTo(computeCosine(a, b), 9)
    })
  )
})

it("never exceeds 1 by rounding", () => expect(computeCosine([1, 1, 7], [1, 1, 7])).toBe(1))

it("agrees with the formula", () => {
  expect(computeCosine([1, 2, 3], [4, 5, 6])).toBeCloseTo(32 / Math.sqrt(14 * 77), 14)
  expect(computeCosine([3e200, 0], [1e200, 1e200])).toBeCloseTo(Math.SQRT1_2, 14)
  expect(computeCosine([3e-200, 0], [1e-200, 1e-200])).toBeCloseTo(Math.SQRT1_2, 14)
  expect(computeCosines([1, 0], [[3, 4], [0, 1], [-2, 0], Float32Array.of(1, 0)])).toEqual([0.6, 0, -1, 1])
})
