import type { ApprovalChange, ApprovalKeys, ApprovalState, NewApproval, StoredApproval } from "@toolgate/core"
import { type Kysely, sql, type Transaction } from "kysely"
import { recordEvents } from "./approvalHistory.ts"
import { computeDigest } from "./computeDigest.ts"
import type { Announce, Database } from "./Database.ts"
import { findDoubtfulOwners, removeEndedOwners } from "./Owner.ts"
import { parseApproval } from "./parseApproval.ts"
import { readApproval } from "./readApprovals.ts"
import { readStoreTime } from "./readStoreTime.ts"
import type { Tables } from "./Tables.ts"

/** The result of a change to an approval. */
export interface ChangedApproval {
  readonly changed: boolean
  readonly approval: StoredApproval | undefined
}

/** Adds a request, unless its asker has too many open requests. */
export const addApproval = async (
  { now, owner }: Database["Service"],
  db: Transaction<Tables>,
  announce: Announce,
  asked: NewApproval,
  keys?: ApprovalKeys & { readonly mostOpen: number }
): Promise<boolean> => {
  const at = await readStoreTime(now, db)
  if (keys !== undefined && (await hasManyOpen(db, keys, at))) return false
  const place = await announce("approvals")
  // Checked again, because others may have added requests. Transactions that announce a change run one at a time.
  if (keys !== undefined && (await hasManyOpen(db, keys, at))) return false
  await db
    .insertInto("toolgate_approvals")
    .values({
      id: asked.id,
      place,
      state: "open",
      session: computeDigest(asked.session),
      digest: computeDigest(asked.digest),
      mac: null,
      // The clocks of gates and stores may differ, so only the duration is used.
      due_at: at + (asked.expiresAt - asked.askedAt),
      waits: asked.waits ? 1 : 0,
      owner: asked.waits ? await owner.in(db, at) : null,
      request: JSON.stringify(asked),
      decision: null,
      outcome: null,
      asker: keys === undefined ? null : computeDigest(keys.asker),
      call: keys === undefined ? null : computeDigest(keys.call),
      agent: computeDigest(asked.agent),
      tool: computeDigest(asked.tool)
    })
    .execute()
  await recordEvents(db, [asked.id], "asked", at, { by: asked.agent })
  return true
}

/** Whether an asker has reached the limit of open requests. */
const hasManyOpen = async (
  db: Kysely<Tables>,
  { asker, mostOpen }: ApprovalKeys & { readonly mostOpen: number },
  at: number
): Promise<boolean> => {
  if (mostOpen === Number.POSITIVE_INFINITY) return false
  const open = await db
    .selectFrom("toolgate_approvals")
    .select("id")
    .where("asker", "=", computeDigest(asker))
    .where("state", "=", "open")
    .where("due_at", ">", at)
    .limit(mostOpen)
    .execute()
  return open.length >= mostOpen
}

/**
 * Changes an approval if its state allows the change. The database compares every part of a claim. A claimed or
 * withdrawn approval is never reopened, even if its row was changed by hand.
 */
export const changeApproval = async (
  { now, owner }: Database["Service"],
  db: Transaction<Tables>,
  announce: Announce,
  id: string,
  change: ApprovalChange
): Promise<ChangedApproval> => {
  const at = await readStoreTime(now, db)
  const { to } = change
  const isDecision = to === "approved" || to === "denied"
  const isOver = to !== "approved" && to !== "claimed"
  let update = db
    .updateTable("toolgate_approvals")
    .set({
      state: to,
      ...("decision" in change
        ? { decision: JSON.stringify(change.decision), mac: computeDigest(change.decision.mac) }
        : {}),
      ...("outcome" in change && change.outcome !== undefined ? { outcome: JSON.stringify(change.outcome) } : {}),
      ...(to === "claimed" ? { owner: await owner.in(db, at) } : isOver ? { owner: null } : {}),
      // Only open approvals expire, and approved ones of deferred calls.
      due_at: to === "approved" ? sql<number | null>`case when waits = 1 then null else due_at end` : null
    })
    .where("id", "=", id)
    .where("state", "in", change.to === "withdrawn" && change.from !== undefined ? [change.from] : before[to])
  const isSpent = db.selectFrom("toolgate_spent_approvals").select("id").where("id", "=", id)
  if (to !== "done" && to !== "unknown")
    update = update.where((row) =>
      row.or([row("id", "not in", isSpent), ...(to === "withdrawn" ? [row("state", "=", "done")] : [])])
    )
  if (isDecision) update = update.where("due_at", ">", at)
  if (to === "expired") update = update.where("due_at", "<=", at)
  if (change.to === "claimed")
    update = update
      .where("digest", "=", computeDigest(change.digest))
      .where("mac", "=", computeDigest(change.mac))
      .where((row) => row.or([row("waits", "=", 1), row("due_at", ">", at)]))
  const row = await update.returningAll().executeTakeFirst()
  if (row === undefined) return { changed: false, approval: await readApproval(db, id) }
  if (to === "claimed" || to === "withdrawn") {
    const state = to === "claimed" ? "unknown" : to
    await db
      .insertInto("toolgate_spent_approvals")
      .values({ id, state })
      .onConflict((row) => row.column("id").doUpdateSet({ state }))
      .execute()
  }
  await recordEvents(db, [id], to, at, "decision" in change ? change.decision : "who" in change ? change.who : {})
  await announce("approvals")
  return { changed: true, approval: parseApproval(row) }
}

/** The states from which each state can be reached. */
const before: Readonly<Record<ApprovalChange["to"], ReadonlyArray<ApprovalState>>> = {
  approved: ["open"],
  denied: ["open"],
  expired: ["open", "approved"],
  withdrawn: ["open", "approved", "done"],
  claimed: ["approved"],
  done: ["claimed"],
  unknown: ["claimed"]
}

/** Whether there is anything to sweep. Takes no lock. */
export const hasLeftovers = async (database: Database["Service"], db: Kysely<Tables>): Promise<boolean> => {
  const { clock, latest, seen, due } = await db
    .selectNoFrom((row) => [
      database.now().as("clock"),
      row.selectFrom("toolgate_clock").select("latest").as("latest"),
      row.selectFrom("toolgate_clock").select("seen").as("seen"),
      row
        .selectFrom("toolgate_approvals")
        .select((approval) => approval.fn.min("due_at").as("due"))
        .where("due_at", "is not", null)
        .as("due")
    ])
    .executeTakeFirstOrThrow()
  const passed = Math.max(0, Number(clock) - Number(seen ?? clock))
  const at = Math.max(Number(clock), Number(latest ?? 0) + passed)
  if (due !== null && due <= at) return true
  const doubtful = await findDoubtfulOwners(database.kind, db, await otherOwners(database, db), at)
  return doubtful.some(({ known, hasEnded }) => hasEnded || known?.suspected_at === null)
}

/** Expires due approvals and closes those of ended processes. */
export const sweepApprovals = async (
  database: Database["Service"],
  db: Transaction<Tables>,
  announce: Announce
): Promise<void> => {
  const at = await readStoreTime(database.now, db)
  const expired = await db
    .updateTable("toolgate_approvals")
    .set({ state: "expired", due_at: null, owner: null })
    .where("due_at", "<=", at)
    .returning("id")
    .execute()
  await recordEvents(db, listIds(expired), "expired", at)
  const doubtful = await findDoubtfulOwners(database.kind, db, await otherOwners(database, db), at)
  const ended = await removeEndedOwners(db, doubtful, at)
  const left =
    ended.length === 0
      ? []
      : await db
          .updateTable("toolgate_approvals")
          .set({
            state: sql<ApprovalState>`case when state = 'claimed' then 'unknown' else 'withdrawn' end`,
            due_at: null,
            owner: null
          })
          .where("owner", "in", ended)
          .returning(["id", "state"])
          .execute()
  for (const state of ["unknown", "withdrawn"] as const)
    await recordEvents(db, listIds(left.filter((row) => row.state === state)), state, at)
  if (expired.length + left.length > 0) await announce("approvals")
}

const listIds = (rows: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> => rows.map(({ id }) => id)

const otherOwners = async ({ owner }: Database["Service"], db: Kysely<Tables>): Promise<ReadonlyArray<string>> => {
  // Two ranges, because databases do not use an index for "not equal".
  const owners = db.selectFrom("toolgate_approvals").select("owner")
  const rows = await owners
    .where("owner", "<", owner.id)
    .union(owners.where("owner", ">", owner.id))
    .execute()
  return rows.flatMap(({ owner: id }) => id ?? [])
}
