import { verifyAuditLog } from "@toolgate/audit"
import * as Effect from "effect/Effect"
import { type Kysely, sql } from "kysely"
import { expect, it } from "vitest"
import type { Tables } from "../src/Tables.ts"
import { keyedCall, keyedPermit } from "./keyedCalls.ts"
import { openDatabaseAt, openSqlLog } from "./openAudit.ts"
import { describeEach } from "./places.ts"

const row = (seq: number) => sql`seq = ${seq}`

/** Changes of the rows of a segment with ten records, each with the lines at which verification finds it. */
const changes: ReadonlyArray<
  readonly [string, (db: Kysely<Tables>) => Promise<unknown>, lines: ReadonlyArray<number>]
> = [
  [
    "changes a line",
    (db) => sql`update toolgate_audit set line = replace(line, 'WRITE', 'READ') where ${row(4)}`.execute(db),
    [4]
  ],
  ["removes a row", (db) => sql`delete from toolgate_audit where ${row(4)}`.execute(db), [5]],
  [
    "exchanges two lines",
    async (db) => {
      const lines = await db.selectFrom("toolgate_audit").select(["seq", "line"]).where("seq", "in", [3, 5]).execute()
      for (const { seq, line } of lines)
        await db
          .updateTable("toolgate_audit")
          .set({ line })
          .where("seq", "=", 8 - seq)
          .execute()
    },
    [3, 4, 5, 6]
  ],
  ["cuts the end off", (db) => sql`delete from toolgate_audit where seq > 7`.execute(db), [0]],
  [
    "copies a row to the end",
    (db) =>
      sql`insert into toolgate_audit select segment, 11, at, kind, session, tool, call, line from toolgate_audit where ${row(3)}`.execute(
        db
      ),
    [11]
  ],
  ["changes a column", (db) => sql`update toolgate_audit set session = 'x' where ${row(2)}`.execute(db), [2]],
  ["removes the end that is kept", (db) => sql`delete from toolgate_audit_segments`.execute(db), [1, 2, 3, 4, 5]],
  [
    "changes the end that is kept",
    (db) => sql`update toolgate_audit_segments set hash = ${"0".repeat(64)}`.execute(db),
    [10]
  ],
  ["removes the whole segment", (db) => sql`delete from toolgate_audit`.execute(db), [0]]
]

describeEach("a record that was changed by hand", (newPlace) => {
  it("verifies when intact, and shows every change", async () => {
    const place = await newPlace()
    const { log, close } = await openSqlLog(place)
    for (let n = 0; n < 4; n++) await keyedCall(log, keyedPermit(undefined), () => "done")
    await close()
    const { database, source } = await openDatabaseAt(place)
    const read = (db: Kysely<Tables>) => db.selectFrom("toolgate_audit").selectAll().execute()
    const readEnds = (db: Kysely<Tables>) => db.selectFrom("toolgate_audit_segments").selectAll().execute()
    const [rows, ends] = await Effect.runPromise(database.read((db) => Promise.all([read(db), readEnds(db)])))
    for (const [what, change, lines] of changes) {
      expect(await verifyAuditLog(source), what).toMatchObject({ problems: [], records: 10 })
      await Effect.runPromise(database.write((db) => change(db)))
      const found = (await verifyAuditLog(source)).problems.map(({ line }) => line)
      expect(found.slice(0, lines.length), what).toEqual(lines)
      await Effect.runPromise(
        database.write(async (db) => {
          for (const table of ["toolgate_audit", "toolgate_audit_segments"] as const)
            await db.deleteFrom(table).execute()
          await db.insertInto("toolgate_audit").values(rows).execute()
          await db.insertInto("toolgate_audit_segments").values(ends).execute()
        })
      )
    }
  })
})
