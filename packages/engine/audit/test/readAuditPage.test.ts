import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chooseCount, runs } from "@toolgate/testing"
import * as fc from "fast-check"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import {
  type AuditLine,
  type AuditPageOptions,
  type AuditSource,
  folderSource,
  readAuditLog,
  readAuditPage
} from "../src/index.ts"
import { partBytes } from "../src/reading/SegmentRuns.ts"
import { segmentFiles } from "../src/segments/SegmentFile.ts"
import { onRecord } from "./onRecord.ts"
import { newFolder, openLog, segmentsIn } from "./openLog.ts"
import { openStore } from "./openStore.ts"
import { permitFor } from "./permits.ts"

const start = Date.UTC(2026, 0, 31, 12)
const hour = 3_600_000

// Only the clock is replaced. Timers and files are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

const allOf = async (source: AuditSource): Promise<ReadonlyArray<AuditLine>> => {
  const all: Array<AuditLine> = []
  for await (const line of readAuditLog(source)) all.push(line)
  return all
}

/** Reads all pages, one after the other. */
const pagesOf = async (source: AuditSource, options: AuditPageOptions): Promise<ReadonlyArray<AuditLine>> => {
  const all: Array<AuditLine> = []
  let cursor: string | undefined
  do {
    const page = await readAuditPage(source, { ...options, cursor })
    // A line may hold two records.
    expect(page.lines.length).toBeLessThanOrEqual(options.limit + 1)
    all.push(...page.lines)
    cursor = page.next
  } while (cursor !== undefined)
  return all
}

const placesOf = (entries: ReadonlyArray<AuditLine>) =>
  entries.map(({ segment, line, record }) => `${record?.at} ${segment}:${line} ${record?.kind}`)

it("has every record on one page, in both orders, even if the clock was set back", async () => {
  const step = fc.oneof(
    fc.record({ log: fc.nat({ max: 2 }) }),
    fc.record({ moves: fc.integer({ min: -3 * hour, max: 3 * hour }) }),
    fc.record({ closes: fc.nat({ max: 2 }) }),
    fc.record({ reads: fc.constant(true) })
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: chooseCount(15, 40) }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, limit, mostLines) => {
        vi.setSystemTime(start)
        const folder = newFolder()
        // The source remembers what it has read while the log grows.
        const source = folderSource(folder)
        const stores = new Map<number, Awaited<ReturnType<typeof openStore>>>()
        for (const [index, taken] of [{ log: 0 }, ...steps].entries()) {
          if ("moves" in taken) vi.setSystemTime(Date.now() + taken.moves)
          else if ("reads" in taken) await readAuditPage(source, { limit, newestFirst: index % 2 === 0 })
          else if ("closes" in taken) {
            await stores.get(taken.closes)?.store.close()
            stores.delete(taken.closes)
          } else {
            const at = stores.get(taken.log) ?? (await openStore(segmentFiles, { folder, segmentBytes: 3000 }))
            stores.set(taken.log, at)
            await onRecord(at.log, permitFor({ id: String(index) }))
          }
        }
        for (const { store } of stores.values()) await new Promise((resolve) => store.whenKept(resolve))
        const expected = placesOf(await allOf(folderSource(folder)))
        expect(placesOf(await pagesOf(source, { limit, mostLines }))).toEqual(expected)
        expect(placesOf(await pagesOf(source, { limit, mostLines, newestFirst: true }))).toEqual(expected.toReversed())
        for (const { store } of stores.values()) await store.close()
      }
    ),
    runs(20)
  )
})

it("keeps the order of lines in a segment with decreasing times", async () => {
  const { folder, log, close } = await openLog()
  for (let call = 0; call < 150; call++) {
    vi.setSystemTime(start - call * 1000)
    await onRecord(log, permitFor())
  }
  await close()
  const source = folderSource(folder)
  const lines = (await pagesOf(source, { limit: 20 })).map(({ line }) => line)
  expect(lines).toEqual(lines.toSorted((one, other) => one - other))
  const back = await pagesOf(source, { limit: 20, newestFirst: true, until: new Date(start - 100_000) })
  expect(back.map(({ line }) => line)).toEqual(lines.slice(-back.length).toReversed())
  expect(back.length).toBeGreaterThan(45)
})

it("applies every filter", async () => {
  const { folder, log, close } = await openLog()
  for (const id of ["1", "2"]) {
    vi.setSystemTime(Date.now() + 1000)
    await onRecord(log, permitFor({ id }))
  }
  await close()
  const source = folderSource(folder)
  const [first] = (await allOf(source)).filter(({ record }) => record?.kind === "tool.call.dispatched")
  const { record } = first ?? {}
  if (record === undefined || !("agent" in record)) throw new Error("There is no call.")
  const countOf = async (filter: Partial<AuditPageOptions>) =>
    (await readAuditPage(source, { limit: 50, ...filter })).lines.length
  const { session, agent, tool } = record
  expect(await countOf({ session, agent, tool, outcome: "allowed" })).toBe(2)
  expect(await countOf({ call: "1" })).toBe(2)
  expect(await countOf({ chain: "2" })).toBe(2)
  expect(await countOf({ outcome: "completed" })).toBe(2)
  expect(await countOf({ outcome: "denied" })).toBe(0)
  for (const name of ["session", "agent", "tool", "call", "chain"]) expect(await countOf({ [name]: "other" })).toBe(0)
  expect(await countOf({ until: new Date(start), outcome: "allowed" })).toBe(0)
  expect(await countOf({ until: new Date(start + 1000), outcome: "allowed" })).toBe(1)
  expect(await countOf({ since: new Date(start + 2000), outcome: "allowed" })).toBe(1)
})

it("reads only the parts of a long segment that the page needs", async () => {
  const { folder, log, close } = await openLog()
  for (let call = 0; call < 300; call++) {
    vi.setSystemTime(start + call * 1000)
    await onRecord(log, permitFor({ id: String(call) }))
  }
  await close()
  const source = folderSource(folder)
  const options = { limit: 10, newestFirst: true, until: new Date(start + 299_000) }
  const { lines } = await readAuditPage(source, options)
  expect(lines).toHaveLength(10)
  // Nothing before the last part of the segment is read again, so that it may be gone.
  writeFileSync(join(folder, segmentsIn(folder)[0] ?? ""), "\n".repeat(partBytes), { flag: "r+" })
  expect(placesOf((await readAuditPage(source, options)).lines)).toEqual(placesOf(lines))
  const late = await readAuditPage(source, { limit: 10, since: new Date(start + 295_000) })
  expect(late.lines.filter(({ record }) => record === undefined)).toEqual([])
})

it("returns lines that cannot be read, and refuses a cursor that it did not make", async () => {
  const { folder, log, close } = await openLog()
  await onRecord(log, permitFor())
  await close()
  appendFileSync(join(folder, segmentsIn(folder)[0] ?? ""), "broken\n")
  const { lines } = await readAuditPage(folderSource(folder), { limit: 50, call: "none" })
  expect(lines.map(({ record }) => record)).toEqual([undefined])
  for (const cursor of ["", "x", Buffer.from('["a"]').toString("base64url")])
    await expect(readAuditPage(folderSource(folder), { limit: 1, cursor })).rejects.toThrow(RangeError)
})
