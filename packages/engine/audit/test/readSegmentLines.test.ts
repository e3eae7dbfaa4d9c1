import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readSegmentLines } from "../src/reading/readSegmentLines.ts"
import { newFolder } from "./openLog.ts"

/** Reads lines of the given lengths from a file. Returns the length of each, or `undefined` if its bytes were left out. */
const readLengths = async (...lengths: ReadonlyArray<number>) => {
  const folder = newFolder()
  mkdirSync(folder)
  writeFileSync(join(folder, "a.ndjson"), lengths.map((length) => `${"x".repeat(length)}\n`).join(""))
  const read: Array<number | undefined> = []
  for await (const lines of readSegmentLines(folder, "a.ndjson")) {
    for (const { bytes, start, number, isWhole } of lines) {
      const before = lengths.slice(0, read.length)
      expect({ start, number, isWhole }).toEqual({
        start: before.reduce((sum, length) => sum + length + 1, 0),
        number: read.length + 1,
        isWhole: true
      })
      read.push(bytes?.length)
    }
  }
  return read
}

const limit = 256 * 1024

it("a line of at most 256 KiB is read whole, wherever the chunks end", async () => {
  expect(await readLengths(5, limit, 7, limit - 1, 0)).toEqual([5, limit, 7, limit - 1, 0])
})

it("a longer line has no bytes, and the lines around it are read", async () => {
  expect(await readLengths(5, limit + 1, 7, 5 * limit, 3)).toEqual([5, undefined, 7, undefined, 3])
})
