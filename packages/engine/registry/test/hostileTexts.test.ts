import { growthOf, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { jsonFault } from "../src/jsonFault.ts"

/** Arguments that are no JSON, as a model or a stranger may write them. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  "open lists": repeated("["),
  "open objects": repeated('{"a":'),
  backslashes: repeated("\\", '"'),
  digits: repeated("01"),
  exponents: repeated("1e"),
  items: repeated("1,", "[", "x"),
  members: repeated('"a":1,', "{", "x"),
  lines: repeated("\n", "", "x")
}

it.each(Object.entries(texts))("the fault in %s is found in linear time", async (_, make) => {
  expect(await growthOf(jsonFault, make, 16_000)).toBeLessThanOrEqual(mostGrowth)
})
