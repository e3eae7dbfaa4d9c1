import type { SettledClaim } from "@toolgate/audit"
import type { ClaimEnd, KeyClaim } from "@toolgate/core"
import type { Transaction } from "kysely"
import { changeApproval } from "../approvalRows.ts"
import { computeDigest } from "../computeDigest.ts"
import type { Announce, Database } from "../Database.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"

/** Settles claims. Ignores claims that are settled or not in this store. */
export const settleClaims = async (
  database: Database["Service"],
  db: Transaction<Tables>,
  announce: Announce,
  settled: ReadonlyArray<SettledClaim>
): Promise<void> => {
  if (settled.length === 0) return
  const at = await readStoreTime(database.now, db)
  for (const { claim, end } of settled) {
    if (claim.key !== undefined) await settleKey(db, at, claim.key, end)
    if (claim.approval === undefined) continue
    const { id } = claim.approval
    const row = await db.selectFrom("toolgate_approvals").select("owner").where("id", "=", id).executeTakeFirst()
    const to = end.executed === "unknown" ? "unknown" : "done"
    if (row?.owner === database.owner.id)
      await changeApproval(database, db, announce, id, { to, outcome: end.approval })
  }
}

const settleKey = async (
  db: Transaction<Tables>,
  at: number,
  { digest, claim }: KeyClaim,
  { executed, key: outcome }: ClaimEnd
): Promise<void> => {
  const [id, own] = [computeDigest(digest), computeDigest(claim)]
  if (executed === "no") {
    await db
      .deleteFrom("toolgate_call_keys")
      .where("id", "=", id)
      .where("claim", "=", own)
      .where("state", "=", "held")
      .execute()
    return
  }
  const isDone = executed === "yes"
  await db
    .updateTable("toolgate_call_keys")
    .set({
      state: isDone ? "done" : "unknown",
      owner: null,
      outcome: isDone && outcome !== undefined ? JSON.stringify(outcome) : null,
      forget_at: isDone ? at + keptMs : null
    })
    .where("id", "=", id)
    .where("claim", "=", own)
    .where("state", "=", "held")
    .execute()
}

const keptMs = 24 * 60 * 60 * 1000
