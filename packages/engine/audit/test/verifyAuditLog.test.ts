import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeThisProcess } from "@toolgate/processes"
import { chooseCount, runs } from "@toolgate/testing"
import * as fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { folderSource, verifyAuditLog } from "../src/index.ts"
import { segmentFiles } from "../src/segments/SegmentFile.ts"
import { onRecord } from "./onRecord.ts"
import { newFolder, openLog, recordsIn, segmentsIn } from "./openLog.ts"
import { openStore } from "./openStore.ts"
import { permitFor } from "./permits.ts"
import { sealed } from "./sealed.ts"

const start = Date.UTC(2026, 0, 31, 12)
const hour = 3_600_000

/** Writes a log of one process that made `calls` calls and ended normally. */
const written = async (folder = newFolder(), calls = 1) => {
  const { log, close } = await openLog({ folder })
  for (let call = 0; call < calls; call++) await onRecord(log, permitFor())
  await close()
  return folder
}

const nothing = { problems: [], notes: [] }

/** Writes the records of a segment as its writer would. */
const segmentOf = (folder: string, name: string, records: ReadonlyArray<object>): void => {
  mkdirSync(folder, { recursive: true })
  let prev: string | undefined
  const lines = records.map((record, index) => {
    const { line, hash } = sealed(JSON.stringify({ seq: index + 1, ...record }).slice(1, -1), prev)
    prev = hash
    return `${line}\n`
  })
  writeFileSync(join(folder, name), lines.join(""))
}

const opened = (segment: string, at: string, more: object = {}) => ({
  at,
  kind: "log.opened",
  version: 1,
  segment,
  ...describeThisProcess(),
  key: "k",
  after: [],
  ...more
})

describe("a segment without its last record", () => {
  it("is noted once its process has ended", async () => {
    const folder = newFolder()
    mkdirSync(folder)
    const program = join(import.meta.dirname, "programs/writer.ts")
    const args = [
      "--conditions=@toolgate/source",
      "--disable-warning=ExperimentalWarning",
      program,
      folder,
      "w",
      "kept",
      "1000000000"
    ]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    await once(child.stdout, "data")
    const unended = async () => {
      const { notes, problems } = await verifyAuditLog(folderSource(folder))
      expect(problems).toEqual([])
      return notes.filter(({ message }) => message.includes("has no last record"))
    }
    if (process.platform === "linux") expect(await unended()).toEqual([])
    child.kill("SIGKILL")
    await once(child, "close")
    const segment = segmentsIn(folder).at(-1)
    expect(await unended()).toEqual([
      { segment, line: 0, message: expect.stringMatching(/^has no last record: its process was killed .* cut off$/) }
    ])
  })

  it("is noted when its end was cut off between two lines", async () => {
    const folder = await written()
    expect(await verifyAuditLog(folderSource(folder))).toMatchObject(nothing)
    const [segment = ""] = segmentsIn(folder)
    const path = join(folder, segment)
    const gone = newFolder()
    const lines = readFileSync(path, "utf8").split("\n")
    // The records of a process that has ended.
    const records = lines.slice(0, -2).map((line) => {
      const { prev, hash, ...record } = JSON.parse(line)
      return record.kind === "log.opened" ? { ...record, boot: "b", started: "1" } : record
    })
    segmentOf(gone, segment, records)
    copyFileSync(join(folder, "digest.key"), join(gone, "digest.key"))
    chmodSync(join(gone, "digest.key"), 0o600)
    const { problems, notes } = await verifyAuditLog(folderSource(gone))
    expect(problems).toEqual([])
    expect(notes).toMatchObject([{ segment, message: expect.stringContaining("has no last record") }])
  })

  it.skipIf(process.platform !== "linux")("is noted when the state of its process is unknown here", async () => {
    const folder = newFolder()
    const name = "20260101T000000.000Z-00000000000a.ndjson"
    segmentOf(folder, name, [
      opened(name, "2026-01-01T00:00:00.000Z", { namespaces: "pid:[1] time:[2]", host: "web-1", pid: 7 })
    ])
    const { notes } = await verifyAuditLog(folderSource(folder))
    expect(notes[0]).toEqual({
      segment: name,
      line: 0,
      message: 'has no last record: whether the process 7 of "web-1" still writes it cannot be told from here'
    })
  })
})

describe("a clock that was set back", () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it("is noted with the file and the line, but is not a problem", async () => {
    const step = fc.oneof(
      fc.constant("call" as const),
      fc.constant("restart" as const),
      fc.integer({ min: -2 * hour, max: 2 * hour })
    )
    vi.useFakeTimers({ toFake: ["Date"], now: start })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: chooseCount(10, 20) }), async (steps) => {
        vi.setSystemTime(start)
        let latest = start
        let isBack = false
        const folder = newFolder()
        const open = () => openStore(segmentFiles, { folder })
        let at = await open()
        const sees = () => {
          if (Date.now() < latest) isBack = true
          latest = Date.now()
        }
        for (const taken of [...steps, "restart" as const]) {
          if (typeof taken === "number") vi.setSystemTime(Date.now() + taken)
          else {
            sees()
            if (taken === "call") await onRecord(at.log, permitFor())
            else {
              await at.store.close()
              at = await open()
            }
          }
        }
        await at.store.close()
        const { problems, notes } = await verifyAuditLog(folderSource(folder))
        expect(problems).toEqual([])
        const said = notes.filter(({ message }) => message.includes("the clock was set back"))
        expect(said.length > 0).toBe(isBack)
        for (const { segment, line } of said) {
          expect(segmentsIn(folder)).toContain(segment)
          expect(line).toBeGreaterThan(0)
        }
      }),
      runs(20)
    )
  })

  it("is noted for a call that is earlier than its own file", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start })
    const { folder, log, close } = await openLog()
    vi.setSystemTime(start - hour)
    await onRecord(log, permitFor())
    await close()
    const [segment] = segmentsIn(folder)
    expect((await verifyAuditLog(folderSource(folder))).notes).toEqual([
      {
        segment,
        line: 2,
        message:
          "has the time 2026-01-31T11:00:00.000Z, and what was written before it has 2026-01-31T12:00:00.000Z: the clock was set back"
      }
    ])
  })

  it("is noted for a file that is earlier than the file it names", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start })
    const folder = await written()
    const [first] = segmentsIn(folder)
    vi.setSystemTime(start - hour)
    await written(folder)
    expect((await verifyAuditLog(folderSource(folder))).notes).toEqual([
      {
        segment: segmentsIn(folder).find((name) => name !== first),
        line: 1,
        message: `was opened at 2026-01-31T11:00:00.000Z, and names record 4 of "${first}", which has the time 2026-01-31T12:00:00.000Z: the clock was set back`
      }
    ])
  })

  it("is not assumed for records that waited while another file was opened", async () => {
    const { folder, store, log } = await openStore(segmentFiles, { segmentBytes: 1000 })
    await Promise.all(
      Array.from({ length: 40 }, (_, id) =>
        onRecord(log, permitFor({ id: String(id), sideEffects: id % 2 === 0 ? "READ" : "WRITE" }))
      )
    )
    await store.close()
    const { notes } = await verifyAuditLog(folderSource(folder))
    expect(notes.filter(({ message }) => message.includes("clock"))).toEqual([])
  })
})

describe("a file from another log", () => {
  it("is a problem, whether older or newer", async () => {
    const first = await written(newFolder(), 3)
    const second = await written(newFolder(), 3)
    const [one = ""] = segmentsIn(first)
    const [other = ""] = segmentsIn(second)
    copyFileSync(join(second, other), join(first, other))
    const expected = {
      segment: other,
      line: 1,
      message: `names no other segment, though "${one}" was there: one of them belongs to another log`
    }
    expect((await verifyAuditLog(folderSource(first))).problems).toEqual([expected])
    // The next process to open the log names the segment, which changes nothing.
    await written(first)
    expect((await verifyAuditLog(folderSource(first))).problems).toEqual([expected])
    copyFileSync(join(first, one), join(second, one))
    expect((await verifyAuditLog(folderSource(second))).problems).toEqual([expected])
  })

  it("is only noted if two processes began a log at the same moment", async () => {
    for (let round = 0; round < chooseCount(3, 10); round++) {
      const folder = newFolder()
      await Promise.all(Array.from({ length: 4 }, () => written(folder)))
      await written(folder)
      const { problems, notes } = await verifyAuditLog(folderSource(folder))
      expect(problems).toEqual([])
      for (const { message } of notes) expect(message).toMatch(/^names no other segment, and neither does "/)
    }
  })
})

describe("a key that is not in the folder", () => {
  const noteOf = async (folder: string) => {
    const { problems, notes } = await verifyAuditLog(folderSource(folder))
    expect(problems).toEqual([])
    return notes
  }

  it("is noted once, at the first file that uses it", async () => {
    const folder = await written()
    await written(folder)
    const [segment, second] = segmentsIn(folder)
    expect(await noteOf(folder)).toEqual([])
    const key = join(folder, "digest.key")
    chmodSync(key, 0o644)
    expect(await noteOf(folder)).toMatchObject([{ segment, message: expect.stringContaining("cannot be read") }])
    rmSync(key)
    expect(await noteOf(folder)).toEqual([
      {
        segment,
        line: 1,
        message: expect.stringMatching(
          /^has digests of a key that is missing, as 1 more segment has: there is no "digest.key"/
        )
      }
    ])
    // The next process creates another key.
    await written(folder)
    expect(await noteOf(folder)).toEqual([
      {
        segment,
        line: 1,
        message: expect.stringMatching(
          /^has digests of a key that is another one, as 1 more segment has: "digest.key" in/
        )
      }
    ])
    expect(second).toBeDefined()
  })
})

it("notes which file was abandoned during writing, and why", async () => {
  const { folder, log, close } = await openLog()
  await onRecord(log, permitFor())
  const [segment = ""] = segmentsIn(folder)
  rmSync(folder, { recursive: true })
  await close()
  const [standing] = segmentsIn(folder)
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({
    problems: [{ segment, line: 0, message: expect.stringContaining("is missing") }],
    notes: [
      {
        segment: standing,
        line: 2,
        message: `says that the segment "${segment}" was given up while it was written (removed)`
      }
    ]
  })
})

it("does not report the process of an abandoned file as killed", async () => {
  const folder = await written()
  const at = "2026-01-01T00:00:01.000Z"
  const [name, next] = ["20260101T000000.000Z-00000000000a.ndjson", "20260101T000000.000Z-00000000000b.ndjson"]
  rmSync(join(folder, segmentsIn(folder)[0] ?? ""))
  const gone = { boot: "b", key: "" }
  segmentOf(folder, name, [opened(name, at, gone)])
  const lost = { at, kind: "log.lost", records: 1, refused: 2, given_up: { segment: name, because: "ENOSPC" } }
  const after = [{ segment: name, seq: 0, hash: "" }]
  segmentOf(folder, next, [opened(next, at, { ...gone, after }), lost, { at, kind: "log.closed", because: "ended" }])
  expect((await verifyAuditLog(folderSource(folder))).notes.slice(0, -1)).toEqual([
    { segment: next, line: 2, message: `says that the segment "${name}" was given up while it was written (ENOSPC)` }
  ])
})

it("reports a closing record that claims an earlier latest time", async () => {
  const folder = newFolder()
  const name = "20260101T000000.000Z-00000000000a.ndjson"
  const at = "2026-01-01T00:00:01.000Z"
  segmentOf(folder, name, [
    opened(name, at),
    { at, kind: "log.closed", because: "ended", latest: "2026-01-01T00:00:00.000Z" }
  ])
  expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([
    {
      segment: name,
      line: 2,
      message: `says that nothing before it is later than 2026-01-01T00:00:00.000Z, but ${at} is`
    }
  ])
  expect(await recordsIn(folder)).toHaveLength(2)
})
