import type { ChainRun } from "@toolgate/core"
import type { Selectable, Transaction } from "kysely"
import { type Database, rollBack } from "../Database.ts"
import { findDoubtfulOwners, removeEndedOwners } from "../Owner.ts"
import { readStoreTime } from "../readStoreTime.ts"
import type { Tables } from "../Tables.ts"
import type { RunStore } from "./changeRun.ts"
import type { Head } from "./RunSeal.ts"

/** A taken run with its head. */
interface TakenRun {
  readonly run: ChainRun
  readonly head: Head
}

/**
 * Takes the oldest run that waits for an approval or an equal call. An index row that the run's head does not confirm
 * was forged.
 */
export const takeRun = async (store: RunStore, db: Transaction<Tables>, way: string) => {
  const { database, seal } = store
  const at = await readStoreTime(database.now, db)
  const rows = await db
    .selectFrom("toolgate_chain_ways as leading")
    .innerJoin("toolgate_chain_runs as row", "row.id", "leading.run")
    .selectAll("row")
    .where("leading.way", "=", way)
    .orderBy("row.begun_at")
    .orderBy("row.id")
    .execute()
  let answer: "changed" | undefined
  for (const row of rows) {
    const head = seal.openHead(row.id, row.head)
    if (head === undefined || !seal.waysTo(head).includes(way)) {
      answer = "changed"
      continue
    }
    if (await isHeld(database, db, row, at)) return "held"
    if (head.dueAt <= at) continue
    const taken = await take(store, db, row, at, head)
    if (taken !== undefined) return taken
  }
  return answer
}

type Row = Selectable<Tables["toolgate_chain_runs"]>

const isHeld = async (
  { kind, owner }: Database["Service"],
  db: Transaction<Tables>,
  row: Row,
  at: number
): Promise<boolean> => {
  if (row.owner === null) return false
  if (row.owner === owner.id) return true
  const doubtful = await findDoubtfulOwners(kind, db, [row.owner], at)
  return (await removeEndedOwners(db, doubtful, at)).length === 0
}

const take = async ({ database, seal }: RunStore, db: Transaction<Tables>, row: Row, at: number, head: Head) => {
  const { id, header } = row
  const { numUpdatedRows } = await db
    .updateTable("toolgate_chain_runs")
    .set({ owner: await database.owner.in(db, at) })
    .where("id", "=", id)
    // Compared, because an owner that is presumed dead may still be alive and may have added to the run since the row
    // was read.
    .where("owner", row.owner === null ? "is" : "=", row.owner)
    .where("head", "=", row.head)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return "held"
  const entries = await db
    .selectFrom("toolgate_chain_entries")
    .select("entry")
    .where("run", "=", id)
    .orderBy("place")
    .execute()
  const run = seal.open(
    id,
    header,
    head,
    entries.map(({ entry }) => entry)
  )
  return run === undefined ? rollBack("changed" as const) : ({ run, head } satisfies TakenRun)
}
