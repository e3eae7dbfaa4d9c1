import type { AttemptEnd, WebhookDelivery } from "@toolgate/core"
import type { Transaction } from "kysely"
import type { Database } from "../Database.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"
import { webhookKey } from "./addWebhooks.ts"

/** Ends an attempt of this process. */
export const settleWebhook = async (
  { now, owner }: Database["Service"],
  db: Transaction<Tables>,
  delivery: Pick<WebhookDelivery, "id" | "endpoint">,
  end: AttemptEnd
): Promise<void> => {
  const at = await readStoreTime(now, db)
  const row = db.updateTable("toolgate_webhooks").where("id", "=", webhookKey(delivery)).where("owner", "=", owner.id)
  if (end.state === "ended") await row.set({ owner: null, due_at: null, delivery: "" }).execute()
  else if (end.state === "waiting") await row.set({ owner: null, due_at: at + Math.ceil(end.forMs) }).execute()
  else await row.set(({ eb }) => ({ owner: null, due_at: at, attempts: eb("attempts", "-", 1) })).execute()
}
