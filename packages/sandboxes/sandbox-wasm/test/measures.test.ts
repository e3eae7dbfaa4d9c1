import { expect, it } from "vitest"
import { formatBytes, formatTime } from "../src/measures.ts"

it("uses the unit that divides a measure evenly", () => {
  expect([1, 999, 1000, 60_000, 1500].map(formatTime)).toEqual(["1 ms", "999 ms", "1 s", "60 s", "1500 ms"])
  expect([0, 1000, 1024, 1536, 2 ** 24, 2 ** 30].map(formatBytes)).toEqual([
    "0 bytes",
    "1000 bytes",
    "1 KiB",
    "1536 bytes",
    "16 MiB",
    "1 GiB"
  ])
})
