import type { TakenWebhook, TakenWebhooks } from "@toolgate/core"
import type { Selectable, Transaction } from "kysely"
import { computeDigest } from "../computeDigest.ts"
import type { Database } from "../Database.ts"
import { findDoubtfulOwners, removeEndedOwners } from "../Owner.ts"
import { parseStoredMembers, readStoredText } from "../parseStoredJson.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"
import { forgetWebhooks } from "./addWebhooks.ts"

/** Takes the due deliveries of an endpoint, also those of a process that has ended. */
export const takeWebhooks = async (
  database: Database["Service"],
  db: Transaction<Tables>,
  endpoint: string,
  limit: number
): Promise<TakenWebhooks> => {
  // Such transactions run one at a time, because they lock the store's clock first.
  const at = await readStoreTime(database.now, db)
  await forgetWebhooks(db, at)
  const key = computeDigest(endpoint)
  await freeWebhooks(database, db, key, at)
  const rows = await db
    .selectFrom("toolgate_webhooks")
    .selectAll()
    .where("endpoint", "=", key)
    .where("due_at", "is not", null)
    .where("owner", "is", null)
    .orderBy("due_at")
    .limit(limit + 1)
    .execute()
  const due = rows.slice(0, limit).filter(({ due_at }) => due_at !== null && due_at <= at)
  const next = rows[due.length]?.due_at
  if (due.length > 0)
    await db
      .updateTable("toolgate_webhooks")
      .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
      .set({ owner: await database.owner.in(db, at) })
      .where(
        "id",
        "in",
        due.map(({ id }) => id)
      )
      .execute()
  const taken = due.map((row) => readTaken(row, endpoint, at))
  return next === undefined || next === null ? { taken } : { taken, nextMs: Math.max(0, next - at) }
}

/** Frees the deliveries of processes that have ended. */
const freeWebhooks = async (
  { kind, owner }: Database["Service"],
  db: Transaction<Tables>,
  endpoint: string,
  at: number
): Promise<void> => {
  const held = await db
    .selectFrom("toolgate_webhooks")
    .select("owner")
    .distinct()
    .where("endpoint", "=", endpoint)
    .where("owner", "is not", null)
    .where("owner", "!=", owner.id)
    .execute()
  const ids = held.flatMap((row) => row.owner ?? [])
  const ended = await removeEndedOwners(db, await findDoubtfulOwners(kind, db, ids, at), at)
  if (ended.length > 0)
    await db.updateTable("toolgate_webhooks").set({ owner: null }).where("owner", "in", ended).execute()
}

/** Reads a row. A row that was changed by hand has a message that cannot be opened. */
const readTaken = (row: Selectable<Tables["toolgate_webhooks"]>, endpoint: string, at: number): TakenWebhook => {
  const { id, sealed } = parseStoredMembers(row.delivery)
  return {
    id: readStoredText(id),
    endpoint,
    sealed: readStoredText(sealed),
    attempt: row.attempts + 1,
    ageMs: at - row.added_at
  }
}
