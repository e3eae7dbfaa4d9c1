import { expect, it } from "vitest"
import { formatDuration } from "../../src/text/formatDuration.ts"

it.each([
  [0, "0 ms"],
  [3.4, "3 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [59_949, "59.9 s"],
  [59_951, "1 min 0 s"],
  [125_000, "2 min 5 s"],
  [3_599_600, "1 h 0 min"],
  [12_000_000, "3 h 20 min"]
])("formats %d ms as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
