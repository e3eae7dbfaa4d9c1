import { randomBytes } from "node:crypto"
import { describeThisProcess, getProcessState, type RecordedProcess } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Kysely, Transaction } from "kysely"
import { parseStoredMembers } from "./parseStoredJson.ts"
import { type Clock, readStoreTime } from "./readStoreTime.ts"
import type { StoreLocation } from "./StoreLocation.ts"
import type { Tables } from "./Tables.ts"

/** The parts of a database that an owner uses. */
interface Parts {
  readonly now: Clock
  readonly write: (change: (db: Transaction<Tables>) => Promise<unknown>) => Effect.Effect<unknown, unknown>
}

/**
 * The owner record of this process in a store. While it owns something, it sends a heartbeat every ten seconds, so that
 * gates on other machines know that it runs.
 */
export class Owner {
  readonly id = randomBytes(16).toString("hex")
  private readonly process = JSON.stringify(describeThisProcess())
  private readonly database: Parts
  private beats: NodeJS.Timeout | undefined
  private isClosed = false

  private constructor(database: Parts) {
    this.database = database
  }

  /** Creates an owner, which ends with the scope. */
  static make(database: Parts): Effect.Effect<Owner, never, Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => new Owner(database)),
      (owner) => owner.close()
    )
  }

  /** Records a heartbeat at the store's time `at` and returns the id of the owner. */
  async in(db: Transaction<Tables>, at: number): Promise<string> {
    await this.hear(db, at)
    if (!this.isClosed) this.beats ??= setInterval(() => this.beat(), beatMs).unref()
    return this.id
  }

  private hear(db: Transaction<Tables>, at: number) {
    return db
      .insertInto("toolgate_owners")
      .values({ id: this.id, process: this.process, heard_at: at, suspected_at: null })
      .onConflict((row) => row.column("id").doUpdateSet({ heard_at: at, suspected_at: null }))
      .execute()
  }

  private beat(): void {
    const { now, write } = this.database
    // A failed heartbeat is ignored: if the store is unreachable, other gates cannot check either.
    Effect.runFork(Effect.ignore(write(async (db) => this.hear(db, await readStoreTime(now, db)))))
  }

  private close(): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.isClosed = true
      if (this.beats === undefined) return Effect.void
      clearInterval(this.beats)
      return Effect.ignore(
        this.database.write((db) => db.deleteFrom("toolgate_owners").where("id", "=", this.id).execute())
      )
    })
  }
}

/** An owner whose process may have ended. */
export interface Doubtful {
  readonly id: string
  /** The owner's row; `undefined` if it was deleted, because its process has ended. */
  readonly known: Tables["toolgate_owners"] | undefined
  readonly hasEnded: boolean
}

/**
 * Returns the owners whose processes may have ended. A visible process is checked directly. Any other process is
 * suspected after a minute without a heartbeat, and considered ended if another 30 seconds pass without one. The second
 * delay keeps running processes alive after a store outage or a clock jump.
 */
export const findDoubtfulOwners = async (
  kind: StoreLocation["kind"],
  db: Kysely<Tables>,
  ids: ReadonlyArray<string>,
  at: number
): Promise<ReadonlyArray<Doubtful>> => {
  if (ids.length === 0) return []
  const rows = await db.selectFrom("toolgate_owners").selectAll().where("id", "in", ids).execute()
  const here = describeThisProcess()
  return ids.flatMap((id): ReadonlyArray<Doubtful> => {
    const known = rows.find((row) => row.id === id)
    if (known === undefined) return [{ id, known, hasEnded: true }]
    const state = getProcessState(processIn(known.process), kind === "postgres", here)
    if (state === "ended") return [{ id, known, hasEnded: true }]
    if (state === "running" || known.heard_at > at - silentMs) return []
    const { suspected_at } = known
    return [{ id, known, hasEnded: suspected_at !== null && suspected_at <= at - suspectedMs }]
  })
}

/** Parses the facts about a process. Values changed by hand yield a process that cannot be found. */
const processIn = (text: string): RecordedProcess => {
  const { host, pid, boot, namespaces, started } = parseStoredMembers(text)
  const isFit = typeof pid === "number" && Number.isSafeInteger(pid) && pid > 0 && typeof host === "string"
  if (!isFit) return { host: "", pid: 0 }
  return { host, pid, boot: textIn(boot), namespaces: textIn(namespaces), started: textIn(started) }
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Deletes the doubtful owners that have ended and returns their ids. Marks the others as suspected. */
export const removeEndedOwners = async (
  db: Transaction<Tables>,
  doubtful: ReadonlyArray<Doubtful>,
  at: number
): Promise<ReadonlyArray<string>> => {
  const ended: Array<string> = []
  for (const { id, known, hasEnded } of doubtful) {
    if (known === undefined) ended.push(id)
    else if (hasEnded) {
      // Compared, because a heartbeat may have arrived meanwhile.
      const { numDeletedRows } = await db
        .deleteFrom("toolgate_owners")
        .where("id", "=", id)
        .where("heard_at", "=", known.heard_at)
        .executeTakeFirst()
      if (numDeletedRows > 0n) ended.push(id)
    } else if (known.suspected_at === null)
      await db
        .updateTable("toolgate_owners")
        .set({ suspected_at: at })
        .where("id", "=", id)
        .where("heard_at", "=", known.heard_at)
        .execute()
  }
  return ended
}

const beatMs = 10_000
const silentMs = 60_000
const suspectedMs = 30_000
