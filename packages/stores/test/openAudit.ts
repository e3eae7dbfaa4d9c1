import { type AuditSource, SegmentStore } from "@toolgate/audit"
import { AuditLog } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"
import { makeTableStorage } from "../src/audit/makeTableStorage.ts"
import { Database, openStore, SqlAuditLog } from "../src/index.ts"

export const key = new SecretKey(new Uint8Array(32))

/** Opens the database at a place until the test has ended. */
export const openDatabaseAt = async (place: string) => {
  const runtime = ManagedRuntime.make(openStore(place))
  onTestFinished(() => runtime.dispose())
  const database = await runtime.runPromise(Database)
  return { database, source: SqlAuditLog.source(database), close: () => runtime.dispose() }
}

/** Opens an audit log in a database. */
export const openSqlLog = async (place: string, options: Partial<SqlAuditLog.SqlAuditLogOptions> = {}) => {
  const runtime = ManagedRuntime.make(SqlAuditLog.layer({ key, ...options }).pipe(Layer.provideMerge(openStore(place))))
  onTestFinished(() => runtime.dispose())
  const log = await runtime.runPromise(AuditLog)
  return { log, close: () => runtime.dispose() }
}

/** Opens a store of records in a database. */
export const openSqlStore = async (place: string) => {
  const { database, source } = await openDatabaseAt(place)
  const store = await SegmentStore.open({
    place: makeTableStorage(database),
    key: "test",
    segmentBytes: 64 * 1024 * 1024,
    queueBytes: 1024 * 1024,
    tell: () => {}
  })
  return { store, source, database }
}

/** Returns the lines of all segments of a log, in their order. */
export const linesOf = async (source: AuditSource): Promise<ReadonlyArray<{ segment: string; line: string }>> => {
  const all: Array<{ segment: string; line: string }> = []
  for (const segment of await source.segments())
    for await (const lines of source.lines(segment))
      for (const { bytes } of lines) all.push({ segment, line: Buffer.from(bytes ?? []).toString() })
  return all
}
