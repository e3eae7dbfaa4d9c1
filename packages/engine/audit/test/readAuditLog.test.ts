import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chooseCount, runs } from "@toolgate/testing"
import * as fc from "fast-check"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type AuditLine, folderSource, readAuditLog, verifyAuditLog } from "../src/index.ts"
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

const entriesOf = async (folder: string, since?: number): Promise<ReadonlyArray<AuditLine>> => {
  const entries: Array<AuditLine> = []
  for await (const entry of readAuditLog(folderSource(folder), since === undefined ? {} : { since: new Date(since) }))
    entries.push(entry)
  return entries
}

const timesOf = (entries: ReadonlyArray<AuditLine>) => entries.map(({ record }) => record?.at ?? "")

const placesOf = (entries: ReadonlyArray<AuditLine>) => entries.map(({ segment, line }) => `${segment}:${line}`)

const withoutLast = (lines: string) => lines.split("\n").slice(0, -2).join("\n").concat("\n")

it("sorts records by time even if the clock was set back, and applies `since` to each record", async () => {
  const step = fc.oneof(
    fc.record({ log: fc.nat({ max: 2 }) }),
    fc.record({ moves: fc.integer({ min: -3 * hour, max: 3 * hour }) }),
    fc.record({ closes: fc.nat({ max: 2 }) })
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: chooseCount(15, 40) }),
      fc.nat({ max: 60 }),
      async (steps, picked) => {
        vi.setSystemTime(start)
        const folder = newFolder()
        const stores = new Map<number, Awaited<ReturnType<typeof openStore>>>()
        for (const [index, taken] of steps.entries()) {
          if ("moves" in taken) vi.setSystemTime(Date.now() + taken.moves)
          else if ("closes" in taken) {
            await stores.get(taken.closes)?.store.close()
            stores.delete(taken.closes)
          } else {
            const at = stores.get(taken.log) ?? (await openStore(segmentFiles, { folder, segmentBytes: 3000 }))
            stores.set(taken.log, at)
            await onRecord(at.log, permitFor({ id: String(index) }))
          }
        }
        for (const { store } of stores.values()) await store.close()
        fc.pre(segmentsIn(folder).length > 0)
        const { records, problems } = await verifyAuditLog(folderSource(folder))
        expect(problems).toEqual([])
        // One of the files ends as after a crash.
        const path = join(folder, segmentsIn(folder)[picked % segmentsIn(folder).length] ?? "")
        writeFileSync(path, withoutLast(readFileSync(path, "utf8")))
        const all = await entriesOf(folder)
        expect(new Set(placesOf(all)).size).toBe(records - 1)
        expect(timesOf(all)).toEqual(timesOf(all).toSorted())
        const since = all[picked % all.length]?.record?.at ?? ""
        const late = await entriesOf(folder, Date.parse(since))
        expect(placesOf(late)).toEqual(placesOf(all.filter(({ record }) => record !== undefined && record.at >= since)))
      }
    ),
    runs(20)
  )
})

it("skips a closed segment before `since`, but reads an open one entirely", async () => {
  const { folder, log, close } = await openLog()
  for (const later of [0, hour, -hour]) {
    vi.setSystemTime(start + later)
    await onRecord(log, permitFor())
  }
  await close()
  const path = join(folder, segmentsIn(folder)[0] ?? "")
  const whole = readFileSync(path, "utf8")
  writeFileSync(path, whole.replace("tool.call.dispatched", "tool.call.changed\n"))
  const [, ...broken] = (await entriesOf(folder)).filter(({ record }) => record === undefined)
  expect(broken).not.toEqual([])
  // The latest record is not the last one.
  expect(await entriesOf(folder, start + hour)).not.toEqual([])
  expect(await entriesOf(folder, start + hour + 1)).toEqual([])
  writeFileSync(path, withoutLast(readFileSync(path, "utf8")))
  expect((await entriesOf(folder, start + hour + 1)).map(({ record }) => record)).toEqual([undefined, undefined])
})

it("reads a segment with decreasing times in line order", async () => {
  const { folder, log, close } = await openLog()
  for (let call = 0; call < 150; call++) {
    vi.setSystemTime(start - call * 1000)
    await onRecord(log, permitFor())
  }
  await close()
  const lines = (await entriesOf(folder)).map(({ line }) => line)
  expect(lines).toEqual(lines.toSorted((one, other) => one - other))
})
