import { chooseCount, runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FileAuditLog, folderSource, verifyAuditLog } from "../src/index.ts"
import type { AnswerTime } from "../src/makeAuditLog.ts"
import { segmentFiles } from "../src/segments/SegmentFile.ts"
import { openGate } from "./openGate.ts"
import { bytesIn, openLog, recordsIn } from "./openLog.ts"
import { type Disk, failingFiles, forgetfulDisk, openStore } from "./openStore.ts"
import { ran } from "./permits.ts"
import { stoppedClock } from "./stoppedClock.ts"

interface Cut {
  /** The number of answers after which the power fails. */
  readonly after: number
  /** The part of what was not synced that reaches the disk all the same. */
  readonly share: number
  readonly tools: ReadonlyArray<string>
}

/** Returns the ids of the calls that a log has an answer to. */
const answeredIn = async (folder: string): Promise<ReadonlySet<string>> => {
  const records = await recordsIn(folder)
  return new Set(
    records.flatMap((record) =>
      "tool_call_id" in record && record.kind !== "tool.call.dispatched" ? [record.tool_call_id] : []
    )
  )
}

/** Returns the calls that were answered and whose answer is not on record, after several power failures. */
const missingAfterPowerCuts = async (cuts: ReadonlyArray<Cut>, answers: AnswerTime) => {
  const { folder, close } = await openLog()
  await close()
  const answered: Array<string> = []
  for (const [round, { after, share, tools }] of cuts.entries()) {
    const disk = forgetfulDisk({ syncs: true })
    const { log } = await openStore(disk.files, { folder, segmentBytes: 20_000, answers })
    const gate = await openGate(log, { run: () => ran() })
    await new Promise<void>((resolve) => {
      let left = after
      let serial = 0
      const call = async (): Promise<void> => {
        const id = `${round}-${serial++}`
        await gate.dispatch(id, tools[serial % tools.length] ?? "")
        if (left <= 0) return
        answered.push(id)
        if (--left > 0) return call()
        disk.powerOff()
        resolve()
      }
      for (let caller = 0; caller < 20; caller++) void call()
    })
    await disk.forget(share)
  }
  const kept = await answeredIn(folder)
  const { problems } = await verifyAuditLog(folderSource(folder))
  return { missing: answered.filter((id) => !kept.has(id)), problems }
}

const cut = fc.record({
  after: fc.integer({ min: 1, max: chooseCount(40, 100) }),
  share: fc.constantFrom(0, 0.3, 0.9, 1),
  tools: fc.subarray(["READ", "WRITE", "nowhere"], { minLength: 1 })
})

describe('with answers: "recorded"', () => {
  it("records each answer, even if the disk loses unsynced data", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 3 }), async (cuts) => {
        expect(await missingAfterPowerCuts(cuts, "recorded")).toEqual({ missing: [], problems: [] })
      }),
      runs(15)
    )
  })

  it("detects lost answers without the option, as a control", async () => {
    const { missing } = await missingAfterPowerCuts([{ after: 50, share: 0, tools: ["READ"] }], "at once")
    expect(missing.length).toBeGreaterThan(0)
  })

  it("writes a call without side effects as one line when it has ended", async () => {
    const { folder, log, close } = await openLog({ answers: "recorded" })
    let seen = ""
    const gate = await openGate(log, {
      run: () => {
        seen = bytesIn(folder)
        return ran()
      }
    })
    await Promise.all(Array.from({ length: 50 }, (_, index) => gate.dispatch(`${index}`, "READ")))
    expect(seen).not.toContain("tool.call")
    expect(bytesIn(folder).match(/"kind":"tool.call.dispatched".*"outcome"/g)).toHaveLength(50)
    expect((await answeredIn(folder)).size).toBe(50)
    await gate.close()
    await close()
  })
})

describe('with answers: "recorded", a disk that fails', () => {
  const later = stoppedClock()

  it.each([
    ["write", "ENOSPC"],
    ["sync", "EIO"]
  ] as const)("at %s with %s is reported in the answers of finished and refused calls", async (on, code) => {
    const disk: Disk = { fails: undefined }
    const { folder, store, log } = await openStore(failingFiles(disk), { answers: "recorded" })
    const fail = () => {
      disk.fails = { on, code }
      return ran()
    }
    const failing = await openGate(log, { run: fail })
    const sound = await openGate(log, { run: () => ran() })
    const recover = () => {
      disk.fails = undefined
      later.ms += 1000
    }
    const unrecorded = { success: false, error: { why: "AuditUnavailable" } }
    for (const tool of ["READ", "WRITE"]) {
      expect(await failing.dispatch(`${tool} that ran`, tool)).toMatchObject({ ...unrecorded, executed: "yes" })
      const answer = await sound.dispatch(`refused after ${tool}`, "nowhere")
      expect(answer).toMatchObject({ ...unrecorded, executed: "no" })
      expect(answer.error?.message).toContain("could not be recorded")
      recover()
      // A refused call is enough for the log to be tried again.
      expect((await sound.dispatch(`refused, then ${tool}`, "nowhere")).error?.why).toBe("ToolNotFound")
      expect((await sound.dispatch(`${tool} later`, tool)).success).toBe(true)
    }
    await store.close()
    expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([])
    const lost = (await recordsIn(folder)).filter(({ kind }) => kind === "log.lost")
    expect(lost).toMatchObject([{ records: 1 }, { records: 1 }])
    const kept = await answeredIn(folder)
    for (const tool of ["READ", "WRITE"]) {
      expect(kept).toContain(`refused, then ${tool}`)
      expect(kept).toContain(`${tool} later`)
    }
  })

  it("is reported in the answer when the disk hangs", async () => {
    const hanging = new Promise<void>(() => {})
    let hangs = false
    const { log } = await openStore(
      {
        ...segmentFiles,
        create: async (path) => {
          const file = await segmentFiles.create(path)
          return { ...file, sync: () => (hangs ? hanging : file.sync()) }
        }
      },
      { answers: "recorded" }
    )
    const { whenKept = () => Effect.void } = log
    await Effect.runPromise(whenKept())
    hangs = true
    const program = Effect.gen(function* () {
      const kept = yield* Effect.forkChild(whenKept())
      yield* TestClock.adjust("29 seconds")
      expect(kept.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 seconds")
      return yield* Effect.flip(Fiber.join(kept))
    })
    expect(await Effect.runPromise(Effect.provide(program, TestClock.layer()))).toMatchObject({
      why: "AuditUnavailable"
    })
  })

  it("is reported in the answer when the queue is full and records are dropped", async () => {
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isSlow = false
    const { store, log } = await openStore(
      {
        ...segmentFiles,
        create: async (path) => {
          const file = await segmentFiles.create(path)
          const write = async (bytes: Uint8Array) => {
            if (isSlow) await held
            await file.write(bytes)
          }
          return { ...file, write }
        }
      },
      { answers: "recorded", queueBytes: 5000 }
    )
    const gate = await openGate(log, { run: () => ran() })
    isSlow = true
    const answers = Promise.all(Array.from({ length: 200 }, (_, index) => gate.dispatch(`${index}`, "nowhere")))
    await new Promise((resolve) => setImmediate(resolve))
    goOn()
    const reasons = Map.groupBy(await answers, ({ error }) => error?.why)
    expect([...reasons.keys()].sort()).toEqual(["AuditUnavailable", "ToolNotFound"])
    expect((await gate.dispatch("after", "nowhere")).error?.why).toBe("ToolNotFound")
    await store.close()
  })
})

it("refuses an unknown value of `answers` at the start", () => {
  expect(() => FileAuditLog.layer({ folder: "x", answers: "synced" as never })).toThrow('"answers"')
})
