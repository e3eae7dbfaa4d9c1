import { afterEach, expect, it, vi } from "vitest"
import type { SegmentStorage, SettledClaim } from "../src/index.ts"
import { type SegmentFiles, segmentFiles } from "../src/segments/SegmentFile.ts"
import { onRecord } from "./onRecord.ts"
import { openStore } from "./openStore.ts"
import { permitFor } from "./permits.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it("answers a call that arrives while a failed file is being closed", async () => {
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

it("settles the claim of a call that ends just after a failed write, without another call", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  let fails = false
  const settling = Promise.withResolvers<ReadonlyArray<SettledClaim>>()
  const place: SegmentStorage = {
    writeAfterMs: 50,
    syncsWrites: true,
    open: async (_name, _before, first) => {
      first([])
      return {
        write: async ({ lines, claims, settled }) => {
          if (fails) throw new Error("The database has gone.")
          lines(claims.map(() => undefined))
          if (settled.length > 0) settling.resolve(settled)
        },
        sync: async () => {},
        close: async () => {}
      }
    },
    restore: async () => {}
  }
  const { store } = await openStore(segmentFiles, { place })
  const claim = { approval: { id: "an approval", digest: "its digest", mac: "its mac" } }
  const begins = (text: string, one?: typeof claim) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    return { intent: store.intend(text, "", true, resolve, one), kept: promise }
  }
  const first = begins('"n":1', claim)
  expect(await first.kept).toBe(true)
  fails = true
  expect(await begins('"n":2').kept).toBe(false)
  fails = false
  // The store has given up by then, and waits for the next call.
  await new Promise(setImmediate)
  store.complete(first.intent, '"ended":1', { executed: "yes" })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await settling.promise).toMatchObject([{ claim, end: { executed: "yes" } }])
  await store.close()
})
