import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout } from "node:timers/promises"
import { readAuditLog, verifyAuditLog } from "@toolgate/audit"
import { findPostgresProgram, startPostgresServer } from "@toolgate/testing"
import { expect, it } from "vitest"
import { keyedCall, keyedPermit } from "./keyedCalls.ts"
import { openDatabaseAt, openSqlLog } from "./openAudit.ts"
import { newFolder } from "./places.ts"
import { wordsFor } from "./runProgram.ts"

it.skipIf(findPostgresProgram("initdb") === undefined)(
  "loses no record of a started call, and runs no call twice, if the database is killed under load",
  async () => {
    const server = await startPostgresServer()
    const place = await server.database()
    const { log } = await openSqlLog(place)
    const ran: Array<string> = []
    const runs = (key: string) => () => {
      ran.push(key)
      return key
    }
    const fiftyMore = async () => {
      for (const before = ran.length; ran.length < before + 50; ) await aWhile()
    }
    let isOver = false
    let refused = 0
    const keyed: Array<string> = []
    const callers = Array.from({ length: 20 }, async (_, caller) => {
      for (let n = 0; !isOver; n++) {
        const key = `${caller}-${n}`
        const isKeyed = n % 2 === 0
        if (isKeyed) keyed.push(key)
        const { error } = await keyedCall(log, keyedPermit(isKeyed ? key : undefined), runs(key))
        if (error === undefined) continue
        refused++
        expect(error.why).toMatch(/^(AuditUnavailable|StoreUnavailable)$/)
        await aWhile()
      }
    })
    for (let times = 0; times < 2; times++) {
      await fiftyMore()
      await server.control("restart", "-m", "immediate")
    }
    await fiftyMore()
    isOver = true
    await Promise.all(callers)
    expect(refused).toBeGreaterThan(0)
    // A key is free again after its call was refused, or was never taken.
    await Promise.all(keyed.map((key) => keyedCall(log, keyedPermit(key), runs(key))))
    expect(ran.length).toBe(new Set(ran).size)
    expect(keyed.filter((key) => !ran.includes(key))).toEqual([])
    const { source } = await openDatabaseAt(place)
    let begun = 0
    for await (const { record } of readAuditLog(source)) if (record?.kind === "tool.call.dispatched") begun++
    expect(begun).toBeGreaterThanOrEqual(ran.length)
    expect((await verifyAuditLog(source)).problems).toEqual([])
  }
)

/** Waits before another attempt, so that the awaited process gets the processor. */
const aWhile = () => setTimeout(100)

it("a database that another process locks refuses calls meanwhile, and runs none of them", async () => {
  const path = join(newFolder(), "store.sqlite")
  const { log } = await openSqlLog(path)
  const run = () => "done"
  expect(await keyedCall(log, keyedPermit("k"), run)).toMatchObject({ ran: true })
  const other = new DatabaseSync(path)
  other.exec("begin immediate")
  expect(await keyedCall(log, keyedPermit("k2"), run)).toMatchObject({ ran: false, error: { why: "AuditUnavailable" } })
  other.exec("rollback")
  other.close()
  for (let ran = false; !ran; await aWhile()) ({ ran } = await keyedCall(log, keyedPermit("k2"), run))
  const { source } = await openDatabaseAt(path)
  expect((await verifyAuditLog(source)).problems).toEqual([])
})

const onSmallDisk = 'mount -t tmpfs -o size=1m,mode=700 tmpfs "$1" && exec "$2" "$3" "$4" "$5" "$1"'
const canMount = spawnSync("unshare", ["-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status === 0

it.skipIf(!canMount)("a full disk refuses calls, and accepts them again when there is space (may mount)", () => {
  const words = ["-m", "sh", "-c", onSmallDisk, "sh", newFolder(), process.execPath, ...wordsFor("fullRecord.ts")]
  const { stdout } = spawnSync("unshare", words, { encoding: "utf8" })
  expect(stdout.trim().split("\n")).toEqual(["AuditUnavailable", "ran again", "every call that ran is on record: true"])
})
