import { pendingCalls, readAuditLog, verifyAuditLog } from "@toolgate/audit"
import type { JsonObject } from "@toolgate/core"
import { convertRecord, type KeptRecord, type StoredRecord, testAuditLog, testAuditStore } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { keyedCall, keyedPermit } from "./keyedCalls.ts"
import { linesOf, openDatabaseAt, openSqlLog, openSqlStore } from "./openAudit.ts"
import { describeEach, newFolder } from "./places.ts"

describeEach("an audit log", (newPlace) => {
  testAuditStore({ describe, it }, async () => {
    const { store, source } = await openSqlStore(await newPlace())
    return { store, records: async () => paired(await linesOf(source)) }
  })

  describe.each(["at once", "recorded"] as const)("answers: %s", (answers) =>
    testAuditLog({ describe, it }, async () => {
      const place = await newPlace()
      const { log, close } = await openSqlLog(place, { answers })
      const { source } = await openDatabaseAt(place)
      return {
        log,
        close,
        records: async () => {
          const records: Array<KeptRecord> = []
          for await (const { record } of readAuditLog(source))
            if (record !== undefined) records.push(...convertRecord(record))
          return records
        }
      }
    })
  )
})

describeEach("claims in one batch", (newPlace) => {
  it("leave no intent of a call without a claim, and harm no other record", async () => {
    const place = await newPlace()
    const { log, close } = await openSqlLog(place)
    const ran: Array<number> = []
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        keyedCall(log, keyedPermit(n % 3 === 0 ? "a key" : undefined), () => `${ran.push(n)}`)
      )
    )
    await close()
    expect(ran).toHaveLength(21)
    expect(answers.filter(({ ran }) => !ran).map(({ error }) => error)).toEqual(Array(9).fill(undefined))
    const { source } = await openDatabaseAt(place)
    const found = { dispatched: 0, completed: 0, denied: 0 }
    for await (const { record } of readAuditLog(source)) {
      const kind = record?.kind.replace("tool.call.", "") ?? ""
      if (kind in found) found[kind as keyof typeof found]++
    }
    expect(found).toEqual({ dispatched: 21, completed: 21, denied: 9 })
    expect(await verifyAuditLog(source)).toMatchObject({ problems: [], lost: 0 })
    expect(await pendingCalls(source)).toEqual([])
  })
})

it("beyond one SQLite statement's limit are each taken", async () => {
  const { log } = await openSqlLog(`${newFolder()}/store.sqlite`)
  const keys = Array.from({ length: 5000 }, (_, n) => `${n}`)
  const answers = await Promise.all(keys.map((key) => keyedCall(log, keyedPermit(key), () => key)))
  expect(answers.every(({ ran }) => ran)).toBe(true)
})

/** Returns each intent with its outcome, from the intent's record or from one that refers to it. */
const paired = (lines: Awaited<ReturnType<typeof linesOf>>): ReadonlyArray<StoredRecord> => {
  const records = lines
    .map(({ segment, line }) => ({ segment, record: JSON.parse(line) as JsonObject }))
    .filter(({ record }) => record.kind === undefined)
  const outcomes = new Map(records.map(({ record }) => [JSON.stringify(record.intent), record]))
  return records
    .filter(({ record }) => record.intent === undefined)
    .map(({ segment, record }) => ({
      record,
      outcome: (record.outcome as JsonObject | undefined) ?? outcomes.get(JSON.stringify({ segment, seq: record.seq }))
    }))
}
