import { expect, it } from "vitest"
import { measureGrowth, mostGrowth, repeated } from "../src/index.ts"

/** Measures a reader that takes this many steps for a text of a length. */
const rate = (count: (length: number) => number) =>
  measureGrowth(
    ({ length }) => {
      let sum = 0
      for (let step = count(length); step > 0; step--) sum = (sum * 31 + step) % 1_000_003
      return sum
    },
    repeated("a"),
    100
  )

it("finds a reader of quadratic time, and passes one of linear time", async () => {
  expect(await rate((length) => 100 * length ** 2)).toBeGreaterThan(mostGrowth)
  expect(await rate((length) => 10_000 * length)).toBeLessThanOrEqual(mostGrowth)
})
