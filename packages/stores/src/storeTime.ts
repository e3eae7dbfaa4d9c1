import { type RawBuilder, sql, type Transaction } from "kysely"
import type { Tables } from "./Tables.ts"

/** Returns the clock of a database as a part of a query, in milliseconds since the epoch. The clock may go back. */
export type Clock = () => RawBuilder<number>

/**
 * Returns the time of the store, which never runs back: if the clock was set back, time stands still until the clock has caught up.
 * Transactions that ask for the time take turns.
 */
export const storeTime = async (now: Clock, db: Transaction<Tables>): Promise<number> => {
  const { latest } = await db
    .insertInto("toolgate_clock")
    .values({ id: 1, latest: now() })
    .onConflict((row) =>
      row.column("id").doUpdateSet({
        latest: sql`case when excluded.latest > toolgate_clock.latest then excluded.latest else toolgate_clock.latest end`
      })
    )
    .returning("latest")
    .executeTakeFirstOrThrow()
  return latest
}
