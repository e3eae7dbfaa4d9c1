import { afterEach, expect, it, vi } from "vitest"
import { type SegmentFiles, segmentFiles } from "../src/segments/SegmentFile.ts"
import { onRecord } from "./onRecord.ts"
import { openStore } from "./openStore.ts"
import { permitFor } from "./permits.ts"

afterEach(() => vi.restoreAllMocks())

it("a call that comes while a failed file is being closed gets its answer", async () => {
  const begun = Math.ceil(performance.now())
  let later = 0
  vi.spyOn(performance, "now").mockImplementation(() => begun + later)
  const closing = Promise.withResolvers<void>()
  const closes = Promise.withResolvers<void>()
  let fails = false
  const create: SegmentFiles["create"] = async (path) => {
    const file = await segmentFiles.create(path)
    const sync = async () => {
      if (fails) throw Object.assign(new Error("EIO"), { code: "EIO" })
      await file.sync()
    }
    const close = async () => {
      closing.resolve()
      await closes.promise
      await file.close()
    }
    return { ...file, sync, close }
  }
  const { store, log } = await openStore({ ...segmentFiles, create })
  fails = true
  const failing = onRecord(log, permitFor({ id: "failing" }))
  await closing.promise
  fails = false
  later += 1000
  const again = onRecord(log, permitFor({ id: "again" }))
  closes.resolve()
  expect((await failing).success).toBe(false)
  expect((await again).success).toBe(true)
  await store.close()
})
