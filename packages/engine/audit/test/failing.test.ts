import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { refused } from "@toolgate/core"
import { describe, expect, it, onTestFinished } from "vitest"
import { FileAuditLog, folderSource, verifyAuditLog } from "../src/index.ts"
import { segmentFiles } from "../src/segments/SegmentFile.ts"
import { onRecord } from "./onRecord.ts"
import { newFolder, openLog, recordsIn, segmentsIn } from "./openLog.ts"
import { type Disk, failingFiles, openStore } from "./openStore.ts"
import { permitFor, ran } from "./permits.ts"
import { stoppedClock } from "./stoppedClock.ts"

/** Returns a run that counts how often it began. */
const counted = () => {
  const begun = { count: 0 }
  const run = () => {
    begun.count++
    return ran()
  }
  return { begun, run }
}

describe("a disk that fails", () => {
  const later = stoppedClock()

  it.each([
    ["write", "ENOSPC"],
    ["sync", "EIO"],
    ["write", "EIO"]
  ] as const)("at %s with %s refuses every call, including reading ones, and recovers", async (on, code) => {
    const disk: Disk = { fails: undefined }
    const { folder, store, told, log } = await openStore(failingFiles(disk))
    const { begun, run } = counted()
    const call = (id: string, sideEffects: "READ" | "WRITE") => onRecord(log, permitFor({ id, sideEffects }), run)
    expect((await call("before", "WRITE")).success).toBe(true)

    disk.fails = { on, code }
    expect((await call("failing", "WRITE")).error).toMatchObject({ why: "AuditUnavailable", class: "execution_error" })
    for (const kind of ["READ", "WRITE"] as const)
      expect((await call("failed", kind)).error?.why).toBe("AuditUnavailable")
    expect(begun.count).toBe(1)
    expect(told).toMatchObject([{ failed: { code } }])

    // The log is tried again, but not at every call.
    const segments = segmentsIn(folder).length
    later.ms += 1000
    expect((await call("still failing", "READ")).error?.why).toBe("AuditUnavailable")
    expect(segmentsIn(folder)).toHaveLength(segments)
    disk.fails = undefined
    expect((await call("too soon", "READ")).error?.why).toBe("AuditUnavailable")
    later.ms += 1000
    expect((await call("again", "READ")).success).toBe(true)
    expect((await call("after", "WRITE")).success).toBe(true)
    expect(begun.count).toBe(3)
    await store.close()

    expect(told.at(-1)).toMatchObject({ refused: expect.any(Number) })
    const report = await verifyAuditLog(folderSource(folder))
    expect(report.problems).toEqual([])
    const records = await recordsIn(folder)
    expect(records.find(({ kind }) => kind === "log.lost")).toMatchObject({ refused: 4 })
    const ofCall = (id: string) =>
      records.flatMap((record) => ("tool_call_id" in record && record.tool_call_id === id ? [record] : []))
    expect(ofCall("after").map(({ kind }) => kind)).toEqual(["tool.call.dispatched", "tool.call.completed"])
    expect(ofCall("again").map(({ kind }) => kind)).toEqual(["tool.call.dispatched", "tool.call.completed"])
    // A record that may have reached the disk says that the call did not run.
    expect(ofCall("failing").at(-1)).toMatchObject({ kind: "tool.call.failed", error: { why: "AuditUnavailable" } })
  })

  it("loses the unwritten records of ended calls, and reports the loss", async () => {
    const { begun, run } = counted()
    let [isReading, isBroken] = [false, false]
    const { folder, store, log } = await openStore({
      ...segmentFiles,
      create: async (path) => {
        const file = await segmentFiles.create(path)
        return {
          ...file,
          write: async (bytes) => {
            if (isBroken) throw new Error("broken, for a test")
            await file.write(bytes)
          },
          // A reading call comes and ends while the intent of another call is synced.
          sync: async () => {
            if (isReading) await onRecord(log, permitFor({ id: "read", sideEffects: "READ" }), run)
            await file.sync()
          }
        }
      }
    })
    isReading = true
    expect((await onRecord(log, permitFor({ id: "before" }), run)).success).toBe(true)
    isReading = false
    expect(begun.count).toBe(2)
    isBroken = true
    expect((await onRecord(log, permitFor({ id: "failing" }), run)).success).toBe(false)
    isBroken = false
    later.ms += 1000
    expect((await onRecord(log, permitFor({ id: "after" }), run)).success).toBe(true)
    await store.close()

    // Verification does not report unacknowledged records as missing.
    expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([])
    const records = await recordsIn(folder)
    const ids = records.flatMap((record) => ("tool_call_id" in record ? [record.tool_call_id] : []))
    expect(ids).not.toContain("read")
    // The lost records are the reading call, and the outcome of the call before.
    expect(records.find(({ kind }) => kind === "log.lost")).toMatchObject({ records: 2 })
  })

  it("is not retried for every refused call", async () => {
    const disk: Disk = { fails: undefined }
    let tries = 0
    const files = failingFiles(disk)
    const { store, log } = await openStore(
      { ...files, create: (path) => files.create(path).finally(() => tries++) },
      { queueBytes: 8 * 1024 * 1024 }
    )
    disk.fails = { on: "write", code: "ENOSPC" }
    await onRecord(log, permitFor(), counted().run)
    tries = 0
    const denied = {
      callId: "1",
      toolName: "t",
      arguments: { text: "x ".repeat(2000), more: "y ".repeat(2000) },
      success: false,
      output: ran().output,
      error: undefined,
      executed: "no",
      sandbox: undefined,
      enforced: undefined,
      durationMs: 0,
      waitedMs: 0
    } as const
    for (let index = 0; index < 1000; index++) {
      log.refused(denied, permitFor().request.context)
      await new Promise(setImmediate)
    }
    expect(tries).toBeLessThan(20)
    disk.fails = undefined
    later.ms += 1000
    await store.close()
  })

  it("bounds the queue while writing fails", async () => {
    const disk: Disk = { fails: undefined }
    const { folder, store, log } = await openStore(failingFiles(disk), { queueBytes: 4096 })
    const { run } = counted()
    disk.fails = { on: "create", code: "ENOSPC" }
    const refuse = (callId: string) =>
      log.refused(
        {
          callId,
          toolName: "t",
          arguments: {},
          success: false,
          output: ran().output,
          error: refused("PolicyDenied", "No."),
          executed: "no",
          sandbox: undefined,
          enforced: undefined,
          durationMs: 0,
          waitedMs: 0
        },
        permitFor().request.context
      )
    for (let index = 0; index < 1000; index++) refuse(String(index))
    disk.fails = undefined
    expect((await onRecord(log, permitFor(), run)).success).toBe(true)
    await store.close()
    const records = await recordsIn(folder)
    const denied = records.filter(({ kind }) => kind === "tool.call.denied").length
    expect(denied).toBeGreaterThan(10)
    expect(records.find(({ kind }) => kind === "log.lost")).toMatchObject({ records: 1000 - denied, refused: 0 })
  })
})

describe("a folder that cannot hold a log", () => {
  const errorOf = (folder: string) =>
    openLog({ folder }).then(
      () => undefined,
      (error: Error) => error.message
    )

  it("fails the layer with advice", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-audit-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, "file"), "")
    expect(await errorOf(join(folder, "file"))).toContain("a part of its path is not a folder")
    expect(await errorOf(join(folder, "file", "log"))).toContain("a part of its path is not a folder")
    expect(await errorOf("/proc/toolgate")).toMatch(/Cannot keep an audit log in "\/proc\/toolgate": /)
  })

  it("is refused if its key is readable by others, invalid or a link", async () => {
    const folder = newFolder()
    mkdirSync(folder)
    const key = join(folder, "digest.key")
    writeFileSync(key, Buffer.alloc(32), { mode: 0o644 })
    expect(await errorOf(folder)).toContain("is readable by other users")
    writeFileSync(key, "short")
    chmodSync(key, 0o600)
    expect(await errorOf(folder)).toContain("is not 32 bytes long")
    rmSync(key)
    writeFileSync(join(folder, "elsewhere"), Buffer.alloc(32), { mode: 0o600 })
    symlinkSync(join(folder, "elsewhere"), key)
    expect(await errorOf(folder)).toContain("it is a link that is not followed")
  })

  it("is refused if its key elsewhere is unavailable", async () => {
    const folder = newFolder()
    const errorWith = (key: string) =>
      openLog({ folder, key }).then(
        () => undefined,
        (error: Error) => error.message
      )
    const start = `Cannot keep an audit log in "${folder}": `
    expect(await errorWith("env:TOOLGATE_NO_SUCH_KEY")).toBe(
      `${start}The environment variable "TOOLGATE_NO_SUCH_KEY" is not set; it must contain a key.`
    )
    expect(await errorWith(`file:${folder}/none.key`)).toContain("there is no such file or folder")
    expect(await errorWith("c2VjcmV0")).toBe(`${start}A key must be "file:PATH" or "env:NAME".`)
  })

  it("is never replaced by another folder", () => {
    expect(() => FileAuditLog.layer({ folder: "" })).toThrow('"folder"')
    expect(() => FileAuditLog.layer({ folder: "x", key: new Uint8Array(8) })).toThrow('"key"')
    expect(() => FileAuditLog.layer({ folder: "x", segmentBytes: 0 })).toThrow('"segmentBytes"')
  })
})

it("creates a log that only this user can read", async () => {
  const { folder, close } = await openLog()
  await close()
  const modes = [folder, join(folder, "digest.key"), ...segmentsIn(folder).map((name) => join(folder, name))]
  expect(modes.map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(["700", "600", "600"])
})

const canMount = process.platform === "linux" && process.getuid?.() === 0 && mounts()

function mounts(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-mount-"))
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder])
  if (status === 0) spawnSync("umount", [folder])
  rmSync(folder, { recursive: true })
  return status === 0
}

it.skipIf(!canMount)("refuses calls while the disk is full, and accepts them again when there is room", async () => {
  const disk = mkdtempSync(join(tmpdir(), "toolgate-full-"))
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk])
  onTestFinished(() => {
    execFileSync("umount", ["-l", disk])
    rmSync(disk, { recursive: true })
  })
  const { folder, log, logs, close } = await openLog({ folder: join(disk, "log") })
  const { run } = counted()
  const write = () => onRecord(log, permitFor({ args: { text: "x".repeat(4000) } }), run)
  const ballast = join(disk, "ballast")
  writeFileSync(ballast, Buffer.alloc(200 * 1024))
  let answer = await write()
  while (answer.success) answer = await write()
  expect(answer.error?.why).toBe("AuditUnavailable")
  expect(answer.error?.message).not.toContain(folder)
  await expect.poll(() => logs.join()).toContain("ENOSPC")
  rmSync(ballast)
  await expect.poll(async () => (await write()).success).toBe(true)
  await close()
  const report = await verifyAuditLog(folderSource(folder))
  expect(report.problems).toEqual([])
  expect(report.segments).toBe(2)
})
