import { type RawBuilder, sql, type Transaction } from "kysely"
import type { Tables } from "./Tables.ts"

/** Returns a query part for the database's clock, in milliseconds since the epoch. The clock may go back. */
export type Clock = () => RawBuilder<number>

/**
 * Returns the store's time, which always advances: after the clock was set back, it continues from the last time at the
 * clock's speed. Requests made while the clock was ahead therefore expire on time. Transactions that call this run one
 * at a time.
 */
export const readStoreTime = async (now: Clock, db: Transaction<Tables>): Promise<number> => {
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
