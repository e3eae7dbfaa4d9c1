import { spawn } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Ran, refused } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { folderSource, pendingCalls, readAuditLog, verifyAuditLog } from "../src/index.ts"
import { parseRecord } from "../src/segments/parseRecord.ts"
import { segmentFiles } from "../src/segments/SegmentFile.ts"
import { answerTo, onRecord } from "./onRecord.ts"
import { newFolder, openLog, recordsIn, segmentsIn } from "./openLog.ts"
import { openStore } from "./openStore.ts"
import { permitFor, ran } from "./permits.ts"
import { sealed } from "./sealed.ts"

const neverEnds = () => Effect.never

it("starts a new segment when one is full, without losing records", async () => {
  const { folder, log, close } = await openLog({ segmentBytes: 2000 })
  for (let index = 0; index < 20; index++) await onRecord(log, permitFor({ id: String(index) }))
  await close()
  const report = await verifyAuditLog(folderSource(folder))
  expect(report).toMatchObject({ problems: [], torn: [] })
  expect(report.segments).toBeGreaterThan(5)
  const records = await recordsIn(folder)
  const ids = records.flatMap((record) => (record.kind === "tool.call.dispatched" ? [record.tool_call_id] : []))
  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => String(index)))
  // Each segment names the end of the segment before, and nothing else.
  const names = segmentsIn(folder)
  const after = records.flatMap((record) =>
    record.kind === "log.opened" ? [record.after.map(({ segment }) => segment)] : []
  )
  expect(after).toEqual(names.map((_, index) => (index === 0 ? [] : [names[index - 1]])))
  expect(await pendingCalls(folderSource(folder))).toEqual([])
})

it("names the end of the previous segment in the next, even if it was removed or many are newer", async () => {
  const { folder, store, log } = await openStore(segmentFiles, { segmentBytes: 1 })
  const call = (id: string) => onRecord(log, permitFor({ id }))
  const [own = ""] = segmentsIn(folder)
  for (let other = 0; other < 70; other++) await (await openStore(segmentFiles, { folder })).store.close()
  const path = join(folder, own)
  const whole = readFileSync(path, "utf8")
  // The next segment names the last stored record, regardless of the disk's content by then.
  await call("1")
  const closed = readFileSync(path, "utf8")
  expect(closed.startsWith(whole)).toBe(true)
  writeFileSync(path, closed.split("\n").slice(0, -2).join("\n"))
  expect((await verifyAuditLog(folderSource(folder))).problems).toMatchObject([
    { segment: own, message: expect.stringContaining("ends before") }
  ])
  writeFileSync(path, closed)
  const running = segmentsIn(folder).at(-1) as string
  rmSync(join(folder, running))
  await call("2")
  await store.close()
  expect((await verifyAuditLog(folderSource(folder))).problems).toMatchObject([
    { segment: running, message: expect.stringContaining("is missing") }
  ])
})

it("neither refuses nor blocks a call when a segment is rotated", async () => {
  const { folder, log, close } = await openLog({ segmentBytes: 1000 })
  const caller = async (name: number) => {
    for (let index = 0; index < 20; index++) {
      const permit = permitFor({ id: `${name}-${index}`, sideEffects: name % 2 === 0 ? "READ" : "WRITE" })
      await onRecord(log, permit)
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, name) => caller(name)))
  await close()
  const records = await recordsIn(folder)
  expect(records.filter(({ kind }) => kind === "tool.call.completed")).toHaveLength(400)
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({ problems: [], lost: 0 })
  expect(await pendingCalls(folderSource(folder))).toEqual([])
})

it("reads a log that two processes write as one", async () => {
  const folder = newFolder()
  const [one, other] = await Promise.all([openLog({ folder }), openLog({ folder })])
  for (let index = 0; index < 30; index++) {
    const { log } = index % 2 === 0 ? one : other
    await onRecord(log, permitFor({ id: String(index).padStart(2, "0") }))
  }
  await one.close()
  await other.close()
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({ problems: [], segments: 2 })
  const records = await recordsIn(folder)
  expect(new Set(records.flatMap((record) => (record.kind === "log.opened" ? [record.key] : []))).size).toBe(1)
  const times = records.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
  // The next segment names both heads that no segment names yet.
  const next = await openLog({ folder })
  await next.close()
  const opened = (await recordsIn(folder)).flatMap((record) => (record.kind === "log.opened" ? [record] : []))
  expect(opened.at(-1)?.after.map(({ segment }) => segment)).toEqual(segmentsIn(folder).slice(0, 2))
})

it("lists calls without an outcome: running while their process lives, unknown after it has ended", async () => {
  const { folder, store, log } = await openStore(segmentFiles)
  void onRecord(log, permitFor({ id: "open" }), neverEnds)
  await onRecord(log, permitFor({ id: "done" }))
  const program = join(import.meta.dirname, "programs/writer.ts")
  const args = ["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning", program, folder, "w"]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  await new Promise((resolve) => child.stdout.once("data", resolve))
  const statesOf = async () => {
    const states = new Map<string, Set<string>>()
    for (const { record, state } of await pendingCalls(folderSource(folder))) {
      const who = record.tool_call_id.startsWith("w-") ? "writer" : record.tool_call_id
      states.set(who, (states.get(who) ?? new Set()).add(state))
    }
    return Object.fromEntries([...states].map(([who, all]) => [who, [...all]]))
  }
  expect(await statesOf()).toEqual({ open: ["running"], writer: ["running"] })
  child.kill("SIGKILL")
  await new Promise((resolve) => child.once("close", resolve))
  expect(await statesOf()).toEqual({ open: ["running"], writer: ["unknown"] })
  await store.close()
})

it("lists a call if its tool reported an unknown outcome", async () => {
  const { folder, log, close } = await openLog()
  const lost = refused("ToolFailed", "The bank did not answer.")
  const run = (more: Partial<Ran>) => () => ran({ error: lost, ...more })
  await onRecord(log, permitFor({ id: "failed" }), run({}))
  await onRecord(log, permitFor({ id: "lost" }), run({ executed: "unknown" }))
  await close()
  expect(await pendingCalls(folderSource(folder))).toMatchObject([
    { state: "unknown", hasEnded: true, record: { tool_call_id: "lost" } }
  ])
})

it("treats a repeated call id as another call", async () => {
  const { folder, log, close } = await openLog()
  await onRecord(log, permitFor({ id: "same" }))
  void onRecord(log, permitFor({ id: "same" }), neverEnds)
  await onRecord(log, permitFor({ id: "other" }))
  await close()
  expect(await pendingCalls(folderSource(folder))).toMatchObject([{ seq: 4, record: { tool_call_id: "same" } }])
})

it("reports an unreadable line, and fails for a missing folder", async () => {
  const folder = newFolder()
  await expect(verifyAuditLog(folderSource(folder))).rejects.toThrow("ENOENT")
  mkdirSync(folder)
  writeFileSync(join(folder, "20260101T000000.000Z-00000000000a.ndjson"), "no JSON\n{}\n")
  writeFileSync(join(folder, "notes.txt"), "not of the log")
  const entries: Array<readonly [number, unknown]> = []
  for await (const { line, record } of readAuditLog(folderSource(folder))) entries.push([line, record])
  expect(entries).toEqual([
    [1, undefined],
    [2, undefined]
  ])
})

it("reads, verifies and continues a log with invalid records that have valid hashes", async () => {
  const kinds = [
    "log.opened",
    "log.lost",
    "log.closed",
    "tool.call.dispatched",
    "tool.call.failed",
    "tool.call.completed",
    "x"
  ]
  const members = {
    seq: fc.oneof(fc.constant(1), fc.jsonValue()),
    at: fc.oneof(fc.constant("2026-01-01T00:00:00.000Z"), fc.jsonValue()),
    kind: fc.oneof(fc.constantFrom(...kinds), fc.jsonValue()),
    after: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    segment: fc.jsonValue(),
    intent: fc.jsonValue(),
    records: fc.jsonValue(),
    tool: fc.oneof(fc.string(), fc.jsonValue()),
    tool_call_id: fc.oneof(fc.string(), fc.jsonValue()),
    host: fc.oneof(fc.string(), fc.jsonValue()),
    pid: fc.oneof(fc.nat(), fc.jsonValue())
  }
  const records = fc.array(fc.record(members, { requiredKeys: ["kind"] }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(records, async (given) => {
      const folder = newFolder()
      mkdirSync(folder)
      const lines = given.map((record) => `${sealed(JSON.stringify(record).slice(1, -1), undefined).line}\n`)
      writeFileSync(join(folder, "20260101T000000.000Z-00000000000a.ndjson"), lines.join(""))
      await recordsIn(folder)
      await pendingCalls(folderSource(folder))
      expect((await verifyAuditLog(folderSource(folder))).problemCount).toBeGreaterThan(0)
      const { store } = await openStore(segmentFiles, { folder })
      await store.close()
    }),
    runs(60)
  )
})

it("rejects a record with a missing member or a wrong type", () => {
  const call = { tool: "t", tool_call_id: "1", session: "s", turn: "t", agent: "a" }
  const error = { class: "timeout", why: "TimedOut", message: "Late." }
  const outcome = { executed: "yes", duration_ms: 1, intent: null }
  const because = { layer: "l", rule: "r", source: "s" }
  const whole: Record<string, object> = {
    "tool.call.dispatched": { ...call, side_effects: "WRITE", sandbox: "host", because },
    "tool.call.completed": { ...call, ...outcome },
    "tool.call.failed": { ...call, ...outcome, error },
    "tool.call.denied": { ...call, error }
  }
  const record = (kind: string, more: object) => {
    const members = JSON.stringify({ seq: 2, at: "2026-01-01T00:00:00.000Z", kind, ...more }).slice(1, -1)
    return parseRecord(Buffer.from(sealed(members, undefined).line))
  }
  for (const [kind, members] of Object.entries(whole)) {
    expect(record(kind, members)).toMatchObject({ kind })
    for (const name of Object.keys(members)) expect(record(kind, { ...members, [name]: undefined })).toBeUndefined()
    for (const name of ["at", "side_effects", "executed"])
      if (name === "at" || name in members) expect(record(kind, { ...members, [name]: "a\nb" })).toBeUndefined()
    if ("error" in members) expect(record(kind, { ...members, error: { ...error, class: "a\nb" } })).toBeUndefined()
  }
  expect(record("another.kind", {})).toMatchObject({ kind: "another.kind" })
  expect(record("another.kind", { agent: "a" })).toBeUndefined()
})

it.each([
  ["at the top", '"tool":"another"'],
  ["with one value", '"tool":"t"'],
  ["in another spelling", '"to\\u006fl":"another"'],
  ["in an object", '"x":{"y":1,"y":2}'],
  ["in a list", '"x":[{"y":1,"y":2}]']
])("a line that repeats a member %s is invalid, even with a matching hash", (_how, member) => {
  const about = '"seq":2,"at":"2026-01-01T00:00:00.000Z","kind":"another.kind","tool":"t"'
  const read = (more: string) => parseRecord(Buffer.from(sealed(about + more, undefined).line))
  expect(read(',"x":{"y":1},"z":{"y":2}')).toMatchObject({ tool: "t" })
  expect(read(`,${member}`)).toBeUndefined()
})

it("reads records of an earlier version, without digests and with another caller member", () => {
  const about = { tool: "t", tool_call_id: "1", session: "s", turn: "t", agent: "a" }
  const because = { layer: "l", rule: "r", source: "s" }
  const caller = { chain: "c", parent: "p", index: 2 }
  const intent = { ...about, caller, side_effects: "WRITE", sandbox: "host", because, approval_id: "a1" }
  const outcome = { ...about, executed: "yes", duration_ms: 1, intent: null }
  for (const [kind, members] of [
    ["tool.call.dispatched", intent],
    ["tool.call.completed", outcome]
  ] as const) {
    const record = { seq: 2, at: "2026-01-01T00:00:00.000Z", kind, ...members }
    const line = Buffer.from(sealed(JSON.stringify(record).slice(1, -1), undefined).line)
    expect(parseRecord(line)).toMatchObject(record)
  }
})

it.skipIf(process.platform !== "linux")("leaves no file open when a reader stops early", async () => {
  const { folder, log, close } = await openLog()
  // More records than are read at once.
  for (let call = 0; call < 1000; call++) log.entry(permitFor({ id: `${call}` })).end(answerTo(permitFor(), {}))
  await close()
  const open = () => readdirSync("/proc/self/fd").filter((fd) => linkOf(`/proc/self/fd/${fd}`).startsWith(folder))
  for await (const _ of readAuditLog(folderSource(folder))) {
    expect(open()).toHaveLength(1)
    break
  }
  expect(open()).toEqual([])
})

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    return ""
  }
}
