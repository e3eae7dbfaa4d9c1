import { createHash } from "node:crypto"
import {
  type ApprovalChange,
  type ApprovalFilter,
  type ApprovalKeys,
  type ApprovalState,
  type NewApproval,
  type StoredApproval,
  type StoredDecision,
  sideEffectClasses
} from "@toolgate/core"
import { type Kysely, type Selectable, sql, type Transaction } from "kysely"
import type { Announce, Database } from "./Database.ts"
import { findDoubtfulOwners, removeEndedOwners } from "./Owner.ts"
import { parseStoredJson, parseStoredMembers, readStoredText, type StoredMembers } from "./parseStoredJson.ts"
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
      call: keys === undefined ? null : computeDigest(keys.call)
    })
    .execute()
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
  await announce("approvals")
  return { changed: true, approval: read(row) }
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

/** Returns a stored approval. */
export const readApproval = async (db: Kysely<Tables>, id: string): Promise<StoredApproval | undefined> =>
  (await listApprovals(db, { ids: [id] }))[0]

/** Returns the approvals that match a filter, oldest first. */
export const listApprovals = async (
  db: Kysely<Tables>,
  { call, ids, session, states }: ApprovalFilter
): Promise<ReadonlyArray<StoredApproval>> => {
  // An empty list matches nothing, but not every database accepts it in a query.
  if (ids?.length === 0 || states?.length === 0) return []
  let query = db
    .selectFrom("toolgate_approvals as row")
    .leftJoin("toolgate_spent_approvals as spent", "spent.id", "row.id")
    .selectAll("row")
    .select("spent.state as spent")
    .orderBy("row.place")
  if (call !== undefined) query = query.where("row.id", "in", idsOfCall(db, call))
  if (ids !== undefined) query = query.where("row.id", "in", ids)
  if (session !== undefined) query = query.where("row.session", "=", computeDigest(session))
  if (states !== undefined) query = query.where("row.state", "in", states)
  const found = (await query.execute()).map(({ spent, ...row }) => (spent === null ? read(row) : readSpent(row, spent)))
  return states === undefined ? found : found.filter(({ state }) => states.includes(state))
}

/**
 * Returns the ids of the requests that a call may join. Requests stored before keys existed match any call. A union,
 * because databases cannot use an index for such an `or`.
 */
const idsOfCall = (db: Kysely<Tables>, call: string) => {
  const ids = db.selectFrom("toolgate_approvals").select("id")
  return ids.where("call", "=", computeDigest(call)).unionAll(ids.where("call", "is", null))
}

/** Returns a claimed or withdrawn approval. Corrects the state if the row was changed by hand. */
const readSpent = (row: Selectable<Tables["toolgate_approvals"]>, spent: string): StoredApproval => {
  const approval = read(row)
  const known = spent === "withdrawn" ? spent : "unknown"
  return spentStates[known].includes(approval.state) ? approval : { ...approval, state: known }
}

const spentStates: Readonly<Record<"unknown" | "withdrawn", ReadonlyArray<ApprovalState>>> = {
  unknown: ["claimed", "done", "unknown"],
  withdrawn: ["withdrawn"]
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
    .executeTakeFirst()
  const doubtful = await findDoubtfulOwners(database.kind, db, await otherOwners(database, db), at)
  const ended = await removeEndedOwners(db, doubtful, at)
  const left =
    ended.length === 0
      ? undefined
      : await db
          .updateTable("toolgate_approvals")
          .set({
            state: sql<ApprovalState>`case when state = 'claimed' then 'unknown' else 'withdrawn' end`,
            due_at: null,
            owner: null
          })
          .where("owner", "in", ended)
          .executeTakeFirst()
  if (expired.numUpdatedRows + (left?.numUpdatedRows ?? 0n) > 0n) await announce("approvals")
}

const otherOwners = async ({ owner }: Database["Service"], db: Kysely<Tables>): Promise<ReadonlyArray<string>> => {
  // Two ranges, because databases do not use an index for "not equal".
  const owners = db.selectFrom("toolgate_approvals").select("owner")
  const rows = await owners
    .where("owner", "<", owner.id)
    .union(owners.where("owner", ">", owner.id))
    .execute()
  return rows.flatMap(({ owner: id }) => id ?? [])
}

/**
 * Returns the digest of a text that is only compared. The text may be long or contain characters that a database
 * rejects.
 */
export const computeDigest = (text: string | ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(text)).digest("hex")

/**
 * Parses the approval in a row. A row changed by hand still yields an approval, but with an invalid seal, so that it is
 * visible and hides no other row.
 */
const read = ({ id, state, ...row }: Selectable<Tables["toolgate_approvals"]>): StoredApproval => {
  const { tool, sideEffects, agent, session, askedAt, expiresAt, waits, digest, keyId, sealed } = parseStoredMembers(
    row.request
  )
  return {
    id,
    state: state === "open" || state in before ? state : "unknown",
    tool: readStoredText(tool),
    sideEffects: sideEffectClasses.find((known) => known === sideEffects) ?? "EXECUTE",
    agent: readStoredText(agent),
    session: readStoredText(session),
    askedAt: timeOf(askedAt),
    expiresAt: timeOf(expiresAt),
    waits: waits === true,
    digest: readStoredText(digest),
    keyId: readStoredText(keyId),
    sealed: readStoredText(sealed),
    decision: decisionOf(row.decision === null ? {} : parseStoredMembers(row.decision)),
    outcome: row.outcome === null ? undefined : readStoredText(parseStoredJson(row.outcome))
  }
}

const decisionOf = ({ decision, by, from, at, sealed, mac }: StoredMembers): StoredDecision | undefined =>
  decision === "approve" || decision === "deny"
    ? {
        decision,
        by: readStoredText(by),
        from: readStoredText(from),
        at: timeOf(at),
        sealed: readStoredText(sealed),
        mac: readStoredText(mac)
      }
    : undefined

const timeOf = (value: unknown): number => (typeof value === "number" ? value : 0)
