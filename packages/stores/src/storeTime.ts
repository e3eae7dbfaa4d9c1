import { type RawBuilder, sql, type Transaction } from "kysely"
import type { Tables } from "./Tables.ts"

/** Returns the clock of a database as a part of a query, in milliseconds since the epoch. The clock may go back. */
export type Clock = () => RawBuilder<number>

/**
 * Returns the time of the store, which never runs back and never stands still: if the clock was set back, time goes on from where it was
 * by what the clock advances. So what was asked while the clock was ahead expires as soon as what was asked at any other time.
 * Transactions that ask for the time take turns.
 */
export const storeTime = async (now: Clock, db: Transaction<Tables>): Promise<number> => {
  const passed = sql<number>`toolgate_clock.latest + case when excluded.seen > toolgate_clock.seen then excluded.seen - toolgate_clock.seen else 0 end`
  const { latest } = await db
    .insertInto("toolgate_clock")
    .values({ id: 1, latest: now(), seen: now() })
    .onConflict((row) =>
      row.column("id").doUpdateSet({
        latest: sql<number>`case when excluded.latest > ${passed} then excluded.latest else ${passed} end`,
        seen: sql<number>`excluded.seen`
      })
    )
    .returning("latest")
    .executeTakeFirstOrThrow()
  return latest
}
