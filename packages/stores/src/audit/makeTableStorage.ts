import { SegmentGone, type SegmentStorage } from "@toolgate/audit"
import type { Head } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import type { Transaction } from "kysely"
import { settleClaims } from "../claims/settleClaims.ts"
import { takeClaims } from "../claims/takeClaims.ts"
import type { Change, Database } from "../Database.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"
import { writeAgain } from "../writeAgain.ts"
import { type AuditRow, parseRows } from "./parseRow.ts"

/**
 * Returns a place that stores segments as table rows. A batch is one transaction: its claims, its rows and the new head
 * of the segment, so that truncation is noticed. Each process writes separate segments, so processes wait for each
 * other only when they take claims.
 */
export const makeTableStorage = (database: Database["Service"]): SegmentStorage => {
  const write = <A>(change: Change<A>): Promise<A> => Effect.runPromise(writeAgain(database, change))
  return {
    // A commit waits for the disk, so records that can wait are collected for longer.
    writeAfterMs: 50,
    syncsWrites: true,
    open: async (name, before, first) => {
      await write(async (db) => {
        const after = await openEnds(database, db, before)
        const [row] = parseRows(name, first(after))
        if (row === undefined) throw new Error("A segment must begin with a record.")
        await db.insertInto("toolgate_audit_segments").values({ segment: name, seq: 0, hash: "", named: 0 }).execute()
        await append(db, [row])
      })
      return {
        write: async ({ lines, claims, settled }) => {
          if (claims.length > 0 || settled.length > 0)
            return write(async (db, announce) => {
              await settleClaims(database, db, announce, settled)
              const answers = claims.length === 0 ? [] : await takeClaims(database, db, announce, claims)
              await append(db, parseRows(name, lines(answers)))
            })
          const rows = parseRows(name, lines([]))
          if (rows.length > 0) await write((db) => append(db, rows))
        },
        sync: async () => {},
        close: async () => {}
      }
    },
    restore: async () => {}
  }
}

/**
 * Returns the segment heads that no segment names yet, and marks them as named. Segments are opened one at a time, so
 * that each sees the previous ones.
 */
const openEnds = async (
  { now }: Database["Service"],
  db: Transaction<Tables>,
  before: Head | undefined
): Promise<ReadonlyArray<Head>> => {
  await readStoreTime(now, db)
  const ends = await db
    .selectFrom("toolgate_audit_segments")
    .select(["segment", "seq", "hash"])
    .whereRef("named", "<", "seq")
    .orderBy("segment")
    .execute()
  for (const { segment, seq } of ends)
    await db.updateTable("toolgate_audit_segments").set({ named: seq }).where("segment", "=", segment).execute()
  return before === undefined || ends.some(({ segment, seq }) => segment === before.segment && seq >= before.seq)
    ? ends
    : [...ends.filter(({ segment }) => segment !== before.segment), before]
}

/** Appends rows to a segment. Rejects with `SegmentGone` if the segment's head is not where this process left it. */
const append = async (db: Transaction<Tables>, rows: ReadonlyArray<AuditRow>): Promise<void> => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return
  for (let at = 0; at < rows.length; ) {
    // Powers of two, so that the connection caches only a few different statements.
    const length = 2 ** Math.floor(Math.log2(Math.min(rows.length - at, mostAtOnce)))
    await db
      .insertInto("toolgate_audit")
      .values(rows.slice(at, at + length))
      .execute()
    at += length
  }
  const { segment, seq, line } = last
  const { numUpdatedRows } = await db
    .updateTable("toolgate_audit_segments")
    .set({ seq, hash: hashAtEnd.exec(line)?.[1] ?? "" })
    .where("segment", "=", segment)
    .where("seq", "=", first.seq - 1)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new SegmentGone(`The end of the segment "${segment}"`, "changed")
}

const mostAtOnce = 256
const hashAtEnd = /"hash":"([0-9a-f]{64})"\}$/
