import { join } from "node:path"
import { readAuditLog } from "@toolgate/audit"
import { AuditLog } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { Database, openStore, SqlAuditLog } from "@toolgate/stores"
import { findPostgresProgram, startPostgresServer } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Case, Family } from "../Case.ts"
import { createPermit, recordCall } from "./commit.ts"
import { auditFolder } from "./openAuditLog.ts"

const callers = 100

/** Measures recording calls in a database, compared with as many callers that commit a record each. */
export const measureStored = async (): Promise<Family> => {
  const { folder, remove } = auditFolder()
  const places = [["SQLite", join(folder, "store.sqlite")]]
  if (findPostgresProgram("initdb") !== undefined)
    places.push(["PostgreSQL", await (await startPostgresServer()).database()])
  const opened = await Promise.all(places.map(([name = "", place = ""]) => open(name, place)))
  return {
    name: "audit.store",
    title: "Records in a database",
    cases: opened.flatMap(({ cases }) => cases),
    figures: (measured) =>
      opened.flatMap(({ names }) => [
        measured.figure(names.each),
        measured.figure(names.grouped, names.each),
        measured.figure(names.keyed, names.grouped)
      ]),
    notes: () => [
      "A call writes two records, of which the first is committed before the call begins. The work with which calls are compared writes one.",
      ...(opened.length === 1 ? ["PostgreSQL is not installed here."] : [])
    ],
    close: async () => {
      for (const { close } of opened) await close()
      remove()
    }
  }
}

const open = async (name: string, place: string) => {
  const key = new SecretKey(new Uint8Array(32))
  const runtime = ManagedRuntime.make(SqlAuditLog.layer({ key }).pipe(Layer.provideMerge(openStore(place))))
  const log = await runtime.runPromise(AuditLog)
  const database = await runtime.runPromise(Database)
  await recordCall(log, createPermit("first", "WRITE"))
  let line = ""
  for await (const { record } of readAuditLog(SqlAuditLog.source(database)))
    if (record?.kind === "tool.call.dispatched") line = JSON.stringify(record)
  const text = { at: "", kind: "tool.call.dispatched", session: "s", tool: "a_tool", call: "c", line }
  let serial = 0
  const commit = () =>
    Effect.runPromise(
      database.write((db) =>
        db
          .insertInto("toolgate_audit")
          .values({ segment: "each", seq: ++serial, ...text })
          .execute()
      )
    )
  const call = () => recordCall(log, createPermit(`call_${++serial}`, "WRITE"))
  const keyedCall = () => {
    const permit = createPermit(`call_${++serial}`, "WRITE")
    return recordCall(log, { ...permit, request: { ...permit.request, idempotencyKey: `key ${serial}` } })
  }
  const names = {
    each: `${name}: a record of ${callers} callers, each with its commit`,
    grouped: `${name}: a call of ${callers} callers, recorded before and after`,
    keyed: `${name}: the same, with an idempotency key`
  }
  const cases: ReadonlyArray<Case> = [
    { name: names.each, run: atOnce(commit), multipleOf: callers, rounds: 10 },
    { name: names.grouped, run: atOnce(call), multipleOf: callers * 5, rounds: 10 },
    { name: names.keyed, run: atOnce(keyedCall), multipleOf: callers * 5, rounds: 10 }
  ]
  return { names, cases, close: () => runtime.dispose() }
}

/** Runs the work from many callers at once, each repeating it. */
const atOnce = (work: () => Promise<unknown>) => async (times: number) => {
  let begun = 0
  const sequence = async () => {
    while (begun < times) {
      begun++
      await work()
    }
  }
  await Promise.all(Array.from({ length: callers }, sequence))
}
