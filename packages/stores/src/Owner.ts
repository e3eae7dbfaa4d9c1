import { randomBytes } from "node:crypto"
import { type RecordedProcess, getProcessState, describeThisProcess } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Kysely, Transaction } from "kysely"
import type { StorePlace } from "./StorePlace.ts"
import { storedMembers } from "./storedJson.ts"
import { type Clock, storeTime } from "./storeTime.ts"
import type { Tables } from "./Tables.ts"

/** The parts of a database that an owner uses. */
interface Parts {
  readonly now: Clock
  readonly write: (change: (db: Transaction<Tables>) => Promise<unknown>) => Effect.Effect<unknown, unknown>
}

/**
 * The owner of what this process has in a store. While it owns something, it is heard of every ten seconds, so that gates on other
 * machines know that it runs.
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

  /** Makes an owner, which ends with the scope. */
  static make(database: Parts): Effect.Effect<Owner, never, Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => new Owner(database)),
      (owner) => owner.close()
    )
  }

  /** Returns the id under which this process owns something after the transaction, at the store's time `at`. */
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
    // If the store is out of reach, nobody else can look either.
    Effect.runFork(Effect.ignore(write(async (db) => this.hear(db, await storeTime(now, db)))))
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

/** An owner of whom it is not certain that its process runs. */
export interface Doubtful {
  readonly id: string
  /** The facts about the owner; `undefined` if it was forgotten, because its process has ended. */
  readonly known: Tables["toolgate_owners"] | undefined
  readonly hasEnded: boolean
}

/**
 * Returns the owners whose processes may have ended. A process that can be seen from here is looked up. Every other one is in doubt
 * when it was not heard of for a minute. It has ended if it was not heard of for half a minute more after it was suspected: a store
 * that nobody could reach for a while, or a clock that jumped, ends nobody who runs.
 */
export const doubtfulOwners = async (
  kind: StorePlace["kind"],
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

/** Returns the facts about a process. If somebody changed them by hand into something else, nobody can look the process up. */
const processIn = (text: string): RecordedProcess => {
  const { host, pid, boot, namespaces, started } = storedMembers(text)
  const isFit = typeof pid === "number" && Number.isSafeInteger(pid) && pid > 0 && typeof host === "string"
  if (!isFit) return { host: "", pid: 0 }
  return { host, pid, boot: textIn(boot), namespaces: textIn(namespaces), started: textIn(started) }
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Returns which of the doubtful owners have ended, and forgets these. Suspects the others. */
export const endedOwners = async (
  db: Transaction<Tables>,
  doubtful: ReadonlyArray<Doubtful>,
  at: number
): Promise<ReadonlyArray<string>> => {
  const ended: Array<string> = []
  for (const { id, known, hasEnded } of doubtful) {
    if (known === undefined) ended.push(id)
    else if (hasEnded) {
      // Compared, because the owner may have been heard of meanwhile.
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
