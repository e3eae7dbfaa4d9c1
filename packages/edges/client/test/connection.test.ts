import * as fc from "fast-check"
import { expect, it } from "vitest"
import { getPauseMs, longestPauseMs, pause } from "../src/connection/pause.ts"
import { readRetryAfter } from "../src/connection/readRetryAfter.ts"
import { readPages } from "../src/readPages.ts"

it("pauses twice as long each time, up to a bound, and never the same for all", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 2_000 }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (failures, random) => {
        const ms = getPauseMs(failures, random)
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThan(longestPauseMs)
        expect(getPauseMs(failures + 1, random)).toBeGreaterThanOrEqual(ms)
      }
    )
  )
  expect([0, 1, 2, 3, 20].map((failures) => getPauseMs(failures, 0))).toEqual([100, 200, 400, 800, 15_000])
})

it("reads the header Retry-After as seconds or as a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")
  const values = [null, "0", "7", "Thu, 01 Jan 2026 00:00:09 GMT", "Thu, 01 Jan 2015 00:00:00 GMT", "soon", "-1", ""]
  expect(values.slice(0, 5).map((value) => readRetryAfter(value, now))).toEqual([undefined, 0, 7_000, 9_000, 0])
  for (const value of values.slice(5)) expect(readRetryAfter(value, now) ?? 0).toBe(0)
})

it("ends a pause with its signal", async () => {
  const abort = new AbortController()
  const paused = pause(longestPauseMs, abort.signal)
  abort.abort("enough")
  await expect(paused).rejects.toBe("enough")
  await expect(pause(longestPauseMs, abort.signal)).rejects.toBe("enough")
})

it("reads a page when it is needed, and ends with a page that names itself", async () => {
  const asked: Array<unknown> = []
  const pages = readPages(async (query) => {
    asked.push(query.cursor)
    return { items: [asked.length], next: asked.length < 3 ? `${asked.length}` : "2" }
  })
  expect(await pages.next()).toEqual({ done: false, value: 1 })
  expect(asked).toEqual([undefined])
  const rest: Array<number> = []
  for await (const item of pages) rest.push(item)
  expect(rest).toEqual([2, 3])
})
