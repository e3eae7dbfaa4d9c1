import type { AwaitedApprovals, NewChainRun } from "@toolgate/core"
import type { Transaction } from "kysely"
import type { Database } from "../Database.ts"
import { findDoubtfulOwners, removeEndedOwners } from "../Owner.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"
import { type Head, makeFirstHead, type RunSeal } from "./RunSeal.ts"

/** The database and seal of a store of runs. */
export interface RunStore {
  readonly database: Database["Service"]
  readonly seal: RunSeal
  /** The gate's clock, to which a run's expiry refers. */
  readonly now: () => number
}

/** Starts a run. Forgets expired runs. */
export const beginRun = async (
  { database, seal }: RunStore,
  db: Transaction<Tables>,
  run: NewChainRun
): Promise<Head> => {
  const head = makeFirstHead(run)
  const at = await readStoreTime(database.now, db)
  await forgetRuns(database, db, at)
  await db
    .insertInto("toolgate_chain_runs")
    .values({
      id: run.id,
      begun_at: at,
      owner: await database.owner.in(db, at),
      due_at: head.dueAt,
      header: seal.header(run),
      head: seal.head(run.id, head)
    })
    .execute()
  return head
}

/** Releases the runs of ended processes, and forgets waiting runs that have expired. */
const forgetRuns = async ({ kind, owner }: Database["Service"], db: Transaction<Tables>, at: number): Promise<void> => {
  const rows = await db
    .selectFrom("toolgate_chain_runs")
    .select("owner")
    .distinct()
    .where("owner", "!=", owner.id)
    .execute()
  const others = rows.flatMap(({ owner: id }) => id ?? [])
  const ended = await removeEndedOwners(db, await findDoubtfulOwners(kind, db, others, at), at)
  if (ended.length > 0)
    await db.updateTable("toolgate_chain_runs").set({ owner: null }).where("owner", "in", ended).execute()
  const over = await db
    .deleteFrom("toolgate_chain_runs")
    .where("owner", "is", null)
    .where("due_at", "<=", at)
    .returning("id")
    .execute()
  for (const { id } of over) await removeParts(db, id)
}

const removeParts = async (db: Transaction<Tables>, run: string): Promise<void> => {
  await db.deleteFrom("toolgate_chain_entries").where("run", "=", run).execute()
  await db.deleteFrom("toolgate_chain_ways").where("run", "=", run).execute()
}

/** A change to a run of this gate. Returns the new head, or `undefined` if another gate owns the run. */
export type RunChange = (store: RunStore, db: Transaction<Tables>, id: string, head: Head) => Promise<Head | undefined>

/** Adds an entry, and the approvals by which another gate can find the run. */
export const appendTo =
  (entry: string, awaited?: AwaitedApprovals): RunChange =>
  async (store, db, id, head) => {
    const { sealed, next: added } = store.seal.entry(id, head, entry)
    const next = awaited === undefined ? added : await withAwaited(store, db, added, awaited)
    // First, to lock the run.
    if (!(await setHeld(store, db, id, { head: store.seal.head(id, next), due_at: next.dueAt }))) return undefined
    if (awaited !== undefined) await leadTo(store, db, id, next)
    await db.insertInto("toolgate_chain_entries").values({ run: id, place: head.entries, entry: sealed }).execute()
    return next
  }

const withAwaited = async (
  store: RunStore,
  db: Transaction<Tables>,
  head: Head,
  awaited: AwaitedApprovals
): Promise<Head> => ({
  ...head,
  approvals: [...new Set([...head.approvals, ...awaited.approvals])],
  dueAt: Math.max(head.dueAt, await dueAtOf(store, db, awaited))
})

/**
 * Returns the expiry of a run in the store's time. The clocks of gates and stores may differ, so only the duration is
 * used.
 */
const dueAtOf = async ({ database, now }: RunStore, db: Transaction<Tables>, { expiresAt }: AwaitedApprovals) =>
  (await readStoreTime(database.now, db)) + Math.ceil(expiresAt - now())

const leadTo = async ({ seal }: RunStore, db: Transaction<Tables>, run: string, head: Head): Promise<void> => {
  const rows = Array.from(new Set(seal.waysTo(head)), (way) => ({ way, run }))
  await db
    .insertInto("toolgate_chain_ways")
    .values(rows)
    .onConflict((row) => row.doNothing())
    .execute()
}

/** Releases a run until an approval is decided. */
export const suspendUntil =
  (awaited: AwaitedApprovals): RunChange =>
  async (store, db, id, head) => {
    const dueAt = await dueAtOf(store, db, awaited)
    const next = { ...head, approvals: awaited.approvals, dueAt }
    if (!(await setHeld(store, db, id, { head: store.seal.head(id, next), due_at: dueAt, owner: null })))
      return undefined
    await db.deleteFrom("toolgate_chain_ways").where("run", "=", id).execute()
    await leadTo(store, db, id, next)
    return next
  }

/** Releases a run without changing what it waits for. */
export const giveBackRun: RunChange = async (store, db, id, head) =>
  (await setHeld(store, db, id, { owner: null })) ? head : undefined

/** Forgets a run. */
export const endRun: RunChange = async ({ database }, db, id, head) => {
  const { numDeletedRows } = await db
    .deleteFrom("toolgate_chain_runs")
    .where("id", "=", id)
    .where("owner", "=", database.owner.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return undefined
  await removeParts(db, id)
  return head
}

const setHeld = async (
  { database }: RunStore,
  db: Transaction<Tables>,
  id: string,
  set: Partial<Pick<Tables["toolgate_chain_runs"], "head" | "due_at" | "owner">>
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("toolgate_chain_runs")
    .set(set)
    .where("id", "=", id)
    .where("owner", "=", database.owner.id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
