import { expect, it } from "vitest"
import { toTypedNumbers } from "../../src/worker/toTypedNumbers.ts"

it("keeps numbers, and turns null into NaN", () => {
  expect(toTypedNumbers(Object.freeze([1, null, -0.5]))).toEqual(Float64Array.of(1, Number.NaN, -0.5))
  expect(toTypedNumbers([])).toEqual(new Float64Array(0))
})

it.each([["1"], [true], [undefined], [{}]])("leaves a list with %j unchanged", (item) =>
  expect(toTypedNumbers([1, item])).toBeUndefined()
)
