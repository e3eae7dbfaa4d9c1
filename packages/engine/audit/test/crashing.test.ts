import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { chooseCount, findInTries, runs, runUntilKilled } from "@toolgate/testing"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { folderSource, verifyAuditLog } from "../src/index.ts"
import { onRecord } from "./onRecord.ts"
import { newFolder, recordsIn } from "./openLog.ts"
import { forgetfulDisk, openStore } from "./openStore.ts"
import { permitFor, ran } from "./permits.ts"

const kills = chooseCount(4, 200)

const program = join(import.meta.dirname, "programs/writer.ts")

/** Kills writers of one log, two at a time. Returns the acknowledged records that are missing from the log. */
const missingAfterKills = async (kills: number, acknowledges: "kept" | "early") => {
  const folder = newFolder()
  mkdirSync(folder)
  const acknowledged: Array<string> = []
  let left = kills
  const killer = async () => {
    while (left > 0) {
      const name = String(left--)
      const count = 1 + Math.floor(Math.random() * 1500)
      acknowledged.push(...(await runUntilKilled(count, program, folder, name, acknowledges)))
    }
  }
  await Promise.all([killer(), killer()])
  const kept = new Set<string>()
  for (const record of await recordsIn(folder)) if ("tool_call_id" in record) kept.add(record.tool_call_id)
  const { problems, segments } = await verifyAuditLog(folderSource(folder))
  expect(problems).toEqual([])
  expect(segments).toBeGreaterThanOrEqual(kills)
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
  return acknowledged.filter((id) => !kept.has(id))
}

it(`nothing that was acknowledged is missing after ${kills} times kill -9`, async () => {
  expect(await missingAfterKills(kills, "kept")).toEqual([])
})

it("detects the losses of a writer that acknowledges too early, as a control", async () => {
  expect((await findInTries(() => missingAfterKills(1, "early"))).length).toBeGreaterThan(0)
})

/** Returns the calls that ran without a record, after several power failures. */
const missingAfterPowerCuts = async (cuts: ReadonlyArray<{ after: number; share: number }>, syncs: boolean) => {
  const folder = newFolder()
  const begun: Array<string> = []
  for (const [round, { after, share }] of cuts.entries()) {
    const disk = forgetfulDisk({ syncs })
    const { log } = await openStore(disk.files, { folder, segmentBytes: 20_000 })
    await new Promise<void>((resolve) => {
      let left = after
      let serial = 0
      const call = (): void => {
        const id = `${round}-${serial++}`
        const run = () => {
          begun.push(id)
          if (--left === 0) {
            disk.powerOff()
            resolve()
          }
          return ran()
        }
        void onRecord(log, permitFor({ id }), run).then(({ success }) => {
          if (success && left > 0) call()
        })
      }
      for (let caller = 0; caller < 20; caller++) call()
    })
    await disk.forget(share)
  }
  const kept = new Set<string>()
  for (const record of await recordsIn(folder))
    if (record.kind === "tool.call.dispatched") kept.add(record.tool_call_id)
  const { problems } = await verifyAuditLog(folderSource(folder))
  return { missing: begun.filter((id) => !kept.has(id)), problems }
}

const cut = fc.record({
  after: fc.integer({ min: 1, max: chooseCount(60, 150) }),
  share: fc.constantFrom(0, 0.3, 0.9, 1)
})

it("loses no started call when the disk loses unsynced data at any point", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: chooseCount(3, 4) }), async (cuts) => {
      expect(await missingAfterPowerCuts(cuts, true)).toEqual({ missing: [], problems: [] })
    }),
    runs(15)
  )
})

it("detects the losses of a disk that does not sync, as a control", async () => {
  const { missing } = await missingAfterPowerCuts([{ after: 50, share: 0 }], false)
  expect(missing.length).toBeGreaterThan(0)
})

it("makes the named end of a segment survive a power cut", async () => {
  const disk = forgetfulDisk({ syncs: true })
  const { folder, log } = await openStore(disk.files)
  await onRecord(log, permitFor({ sideEffects: "READ" }))
  await expect.poll(() => disk.unsynced).toBeGreaterThan(0)
  await openStore(disk.files, { folder })
  disk.powerOff()
  await disk.forget(0)
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({ problems: [], records: 3 })
})
