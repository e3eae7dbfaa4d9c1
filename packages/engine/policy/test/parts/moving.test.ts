import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { getLastName } from "../../src/parts/moving.ts"

it("returns the last name of a path, without trailing separators", () => {
  const word = fc.string({ unit: fc.constantFrom("/", "\\", "a", ".", "\n") })
  fc.assert(
    fc.property(word, (text) => {
      expect(getLastName(text)).toBe(
        text
          .split(/[/\\]/)
          .filter((name) => name !== "")
          .at(-1) ?? ""
      )
    })
  )
})

it.each([
  ["a long name before the last", repeated("a", "", "/b")],
  ["separators before the last name", repeated("/", "", "b")],
  ["separators behind it", repeated("/", "b")],
  ["many names", repeated("a/", "", "b")]
])("reads %s in linear time", async (_what, make) => {
  expect(await measureGrowth(getLastName, make, 32_000)).toBeLessThanOrEqual(mostGrowth)
})
