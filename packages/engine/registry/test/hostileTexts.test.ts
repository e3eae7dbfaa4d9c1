import { findJsonFault, InvalidJson, readJson } from "@toolgate/core/json"
import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"

/** Arguments that are not JSON, as a model or an attacker may write them. */
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

/** Arguments that are JSON. */
const whole: Readonly<Record<string, (length: number) => string>> = {
  "nested lists": (length) => repeated("[")(length / 2) + repeated("]")(length / 2),
  "nested objects": (length) => `${repeated('{"a":')(length)}1${"}".repeat(Math.ceil(length / 5))}`,
  "escaped names": (length) => `{${Array.from({ length: length / 16 }, (_, at) => `"\\u0061${at}":{"":1}`).join()}}`,
  "texts of quotes": repeated('\\"', '{"a":"', '"}'),
  "a name given often": repeated('"\\u0061":1,', "{", '"a":1}')
}

it.each(Object.entries(whole))("%s are read in linear time, or refused", async (_, make) => {
  const read = (text: string) => {
    try {
      readJson(text)
    } catch (error) {
      if (!(error instanceof InvalidJson)) throw error
    }
  }
  expect(await measureGrowth(read, make, 16_000)).toBeLessThanOrEqual(mostGrowth)
})

it.each(Object.entries(texts))("the fault in %s is found in linear time", async (_, make) => {
  expect(await measureGrowth(findJsonFault, make, 16_000)).toBeLessThanOrEqual(mostGrowth)
})
