import {
  type AuditSource,
  type LineFilter,
  openAuditLog,
  type SegmentLine,
  type SegmentOptions,
  segmentOptions
} from "@toolgate/audit"
import { AuditLog, StoreUnavailable, type ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Kysely, sql } from "kysely"
import { makeTableStorage } from "./audit/makeTableStorage.ts"
import { type AuditRow, parseRow, shortenName } from "./audit/parseRow.ts"
import { Database } from "./Database.ts"
import { makeCallClaims } from "./SqlCallClaims.ts"
import type { Tables } from "./Tables.ts"

/** The options of an audit log in a database. */
export interface SqlAuditLogOptions extends SegmentOptions {
  /**
   * The key for the digests that replace secrets, and for data stored with idempotency keys. Gates that share the store
   * must share this key.
   */
  readonly key: SecretKey
  /**
   * Seals a call's answer for the caller that asks about its approval. By default, no answer is stored with the
   * approval.
   */
  readonly sealAnswer?: ((approvalId: string, answer: ToolExecution) => string) | undefined
}

/**
 * A layer for an audit log in a database, which several gates may share. A call claims its idempotency key or stored
 * approval in the transaction that records its intent. If the database fails later, every call is refused until records
 * can be written again. Throws for invalid options.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { openStore, SqlAuditLog } from "@toolgate/stores"
 * import * as Layer from "effect/Layer"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const audit = SqlAuditLog.layer({ key: new SecretKey(randomBytes(32)) }).pipe(
 *   Layer.provide(openStore(join(folder.path, "gate.sqlite")))
 * )
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
 * const list = (id: string) => gate.dispatch({ id, tool: "list_dir", args: {}, idempotencyKey: "listing" })
 * assert.equal((await list("1")).success, true)
 * // A call with the same key does not run. It gets the answer of the first call.
 * assert.equal((await list("2")).replayed, true)
 * ```
 */
export const layer = (options: SqlAuditLogOptions): Layer.Layer<AuditLog, StoreUnavailable, Database> => {
  const segments = segmentOptions(options)
  return Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const database = yield* Database
      const { key, sealAnswer } = options
      const claims = { claims: makeCallClaims(database), key, sealAnswer }
      return yield* openAuditLog(makeTableStorage(database), key, segments, { store: database.shown }, claims).pipe(
        Effect.mapError((cause) =>
          cause instanceof StoreUnavailable
            ? cause
            : new StoreUnavailable({ message: "The audit log cannot be opened in the store.", cause })
        )
      )
    })
  )
}

/**
 * Returns a source that reads the audit log in a database.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { verifyAuditLog } from "@toolgate/audit"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { Database, openStore, SqlAuditLog } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const store = openStore(join(folder.path, "gate.sqlite"))
 * const audit = SqlAuditLog.layer({ key: new SecretKey(randomBytes(32)) }).pipe(Layer.provide(store))
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
 * await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * await gate.close()
 *
 * const verify = (database: Database["Service"]) => Effect.promise(() => verifyAuditLog(SqlAuditLog.source(database)))
 * const { problemCount, records } = await Effect.runPromise(Effect.provide(Effect.flatMap(Database, verify), store))
 * assert.equal(problemCount, 0)
 * assert(records > 2)
 * ```
 */
export const source = (database: Database["Service"]): AuditSource => {
  const read = <A>(query: (db: Kysely<Tables>) => Promise<A>): Promise<A> => Effect.runPromise(database.read(query))
  return {
    segments: () =>
      read(async (db) => {
        const kept = await db.selectFrom("toolgate_audit_segments").select("segment").execute()
        return [...new Set([...kept.map(({ segment }) => segment), ...(await segmentsOfRows(db))])].sort()
      }),
    lines: async function* (segment, from) {
      const isKept = await read(async (db) => {
        const row = db.selectFrom("toolgate_audit_segments").select("segment").where("segment", "=", segment)
        return (await row.executeTakeFirst()) !== undefined
      })
      let next = from?.number ?? Number.MIN_SAFE_INTEGER
      for (;;) {
        const rows = await read((db) =>
          db
            .selectFrom("toolgate_audit")
            .selectAll()
            .where("segment", "=", segment)
            .where("seq", ">=", next)
            .orderBy("seq")
            .limit(page)
            .execute()
        )
        if (rows.length > 0) yield rows.map((row) => lineOf(row, isKept))
        if (rows.length < page) return
        next = (rows.at(-1)?.seq ?? next) + 1
      }
    },
    last: (segment) =>
      read(async (db) => {
        const rows = db.selectFrom("toolgate_audit").selectAll().where("segment", "=", segment).orderBy("seq", "desc")
        const row = await rows.limit(1).executeTakeFirst()
        return row && lineOf(row, true)
      }),
    inTime: async function* (filter) {
      const atOnce = Math.min(filter.expected ?? page, page)
      let after = filter.after && { ...filter.after, seq: filter.after.number }
      for (;;) {
        const rows = await read((db) => rowsInTime(db, filter, after, atOnce))
        if (rows.length > 0)
          yield rows.map(({ at, segment, seq, line }) => ({ at, segment, number: seq, bytes: Buffer.from(line) }))
        if (rows.length < atOnce) return
        const last = rows.at(-1)
        after = last && { ...last, number: last.seq }
      }
    },
    heads: () => read((db) => db.selectFrom("toolgate_audit_segments").select(["segment", "seq", "hash"]).execute()),
    isShared: async () => database.kind === "postgres",
    keyFault: async () => undefined
  }
}

/** The number of rows read at once. */
const page = 500

const rowsInTime = (
  db: Kysely<Tables>,
  { since, until, session, tool, call, newestFirst = false }: LineFilter,
  after: Pick<AuditRow, "at" | "segment" | "seq"> | undefined,
  atOnce: number
) => {
  let rows = db.selectFrom("toolgate_audit").selectAll()
  if (since !== undefined) rows = rows.where("at", ">=", since)
  if (until !== undefined) rows = rows.where("at", "<=", until)
  if (session !== undefined) rows = rows.where("session", "=", shortenName(session))
  if (tool !== undefined) rows = rows.where("tool", "=", shortenName(tool))
  if (call !== undefined) rows = rows.where("call", "=", shortenName(call))
  if (after !== undefined)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("at", "segment", "seq"), newestFirst ? "<" : ">", tuple(after.at, after.segment, after.seq))
    )
  const order = newestFirst ? "desc" : "asc"
  return rows.orderBy("at", order).orderBy("segment", order).orderBy("seq", order).limit(atOnce).execute()
}

/** Returns the segments that have rows, including those without a stored head. */
const segmentsOfRows = async (db: Kysely<Tables>): Promise<ReadonlyArray<string>> => {
  // One index lookup for each segment instead of one for each row.
  const { rows } = await sql<{ readonly segment: string }>`
    with recursive found(segment) as (
      select min(segment) from toolgate_audit
      union all
      select (select min(segment) from toolgate_audit where segment > found.segment) from found where segment is not null
    )
    select segment from found where segment is not null`.execute(db)
  return rows.map(({ segment }) => segment)
}

const lineOf = (row: AuditRow, isKept: boolean): SegmentLine => ({
  number: row.seq,
  start: 0,
  bytes: Buffer.from(row.line),
  isWhole: true,
  fault: isKept ? columnFault(row) : "is in a segment whose end is no longer stored"
})

/** Returns what is wrong with the columns by which a line is looked up. */
const columnFault = (row: AuditRow): string | undefined => {
  const right = parseRow(row.segment, row.line)
  if (right === undefined) return undefined
  const wrong = (["at", "kind", "session", "tool", "call"] as const).filter((name) => row[name] !== right[name])
  return wrong.length === 0 ? undefined : `has another ${wrong.join(", ")} in its row than in its line`
}
