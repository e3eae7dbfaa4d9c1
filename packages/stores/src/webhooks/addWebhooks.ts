import type { WebhookDelivery } from "@toolgate/core"
import { sql, type Transaction } from "kysely"
import { computeDigest } from "../computeDigest.ts"
import type { Database } from "../Database.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"

/** Returns the key of a delivery's row. */
export const webhookKey = ({ endpoint, id }: Pick<WebhookDelivery, "endpoint" | "id">): string =>
  computeDigest([endpoint, id])

/** Adds deliveries, up to a number of waiting ones for each endpoint. Returns how many were dropped. */
export const addWebhooks = async (
  { now }: Database["Service"],
  db: Transaction<Tables>,
  deliveries: ReadonlyArray<WebhookDelivery>,
  mostWaiting: number
): Promise<number> => {
  // Such transactions run one at a time, because they lock the store's clock first.
  const at = await readStoreTime(now, db)
  await forgetWebhooks(db, at)
  let dropped = 0
  for (const [endpoint, group] of Map.groupBy(deliveries, (one) => one.endpoint)) {
    const key = computeDigest(endpoint)
    const known = await db
      .selectFrom("toolgate_webhooks")
      .select("id")
      .where("id", "in", group.map(webhookKey))
      .execute()
    const taken = new Set(known.map(({ id }) => id))
    const fresh = new Map(group.map((one) => [webhookKey(one), one] as const).filter(([id]) => !taken.has(id)))
    const kept = [...fresh].slice(0, Math.max(0, mostWaiting - (await countWaiting(db, key, mostWaiting))))
    dropped += fresh.size - kept.length
    if (kept.length > 0)
      await db
        .insertInto("toolgate_webhooks")
        .values(
          kept.map(([id, delivery]) => ({
            id,
            endpoint: key,
            added_at: at,
            forget_at: Math.min(at + delivery.keepMs, Number.MAX_SAFE_INTEGER),
            due_at: at,
            owner: null,
            attempts: 0,
            delivery: JSON.stringify({ id: delivery.id, endpoint, sealed: delivery.sealed })
          }))
        )
        .execute()
  }
  return dropped
}

/** Deletes the rows whose time is over. */
export const forgetWebhooks = (db: Transaction<Tables>, at: number) =>
  db.deleteFrom("toolgate_webhooks").where("forget_at", "<=", at).where("owner", "is", null).execute()

const countWaiting = async (db: Transaction<Tables>, endpoint: string, most: number): Promise<number> => {
  const waiting = db
    .selectFrom("toolgate_webhooks")
    .select("id")
    .where("endpoint", "=", endpoint)
    .where("due_at", "is not", null)
    .limit(most)
  const { count } = await db
    .selectFrom(waiting.as("waiting"))
    .select(sql<number>`count(*)`.as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}
