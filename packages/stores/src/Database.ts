import type { StoreUnavailable } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import { Kysely, sql, type Transaction } from "kysely"
import { migrate } from "./migrations.ts"
import { Owner } from "./Owner.ts"
import { makePostgresDialect } from "./postgres/makePostgresDialect.ts"
import { watchNotifications } from "./postgres/watchNotifications.ts"
import type { Clock } from "./readStoreTime.ts"
import { StoreInvalid } from "./StoreInvalid.ts"
import { parseStoreLocation, type StoreLocation } from "./StoreLocation.ts"
import { NodeSqliteDialect } from "./sqlite/NodeSqliteDialect.ts"
import type { StoreFile } from "./sqlite/runSqliteProgram.ts"
import { SqliteThread } from "./sqlite/SqliteThread.ts"
import { openStoreFile } from "./sqlite/storeFile.ts"
import { isLost, isRolledBack, makeStoreInvalid, makeStoreUnavailable, OutcomeUnknown } from "./storeFaults.ts"
import type { Tables } from "./Tables.ts"
import {
  type ChangeListener,
  type OwnChange,
  readChanges,
  type Topic,
  Topics,
  watchFile,
  withChange
} from "./Topics.ts"

/**
 * The database of a store. An adapter writes each query once, for SQLite and PostgreSQL. A failed query raises
 * `StoreUnavailable`, whose message says what to do.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { Database, openStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * // Counts the pins that are stored.
 * const count = Effect.flatMap(Database, ({ read }) =>
 *   read(async (db) => (await db.selectFrom("toolgate_pins").selectAll().execute()).length)
 * )
 * const store = openStore(join(folder.path, "gate.sqlite"))
 * assert.equal(await Effect.runPromise(Effect.provide(count, store)), 0)
 * ```
 */
export class Database extends Context.Service<
  Database,
  {
    readonly kind: StoreLocation["kind"]
    /** The store's address without its password. */
    readonly shown: string
    readonly now: Clock
    /** Runs read-only queries. */
    readonly read: <A>(query: (db: Kysely<Tables>) => Promise<A>) => Effect.Effect<A, StoreUnavailable>
    /**
     * Runs queries in one transaction. When the effect ends, the changes would survive a power loss. In SQLite, no
     * other transaction writes meanwhile. In PostgreSQL, each statement sees what others have committed, so a statement
     * that depends on a row must lock or compare it. An interruption waits for the end. Return `rollBack(value)` to roll
     * back and succeed with the value.
     *
     * If the connection is lost during the commit, the error's cause is `OutcomeUnknown`: the changes may or may not be
     * stored. With any other error, nothing was changed.
     */
    readonly write: <A>(change: Change<A>) => Effect.Effect<A, StoreUnavailable>
    /**
     * Calls `changed` after each announced change of a topic, by this process or another, until the scope closes.
     * `about` is the detail that this process announced; without it, anything in the topic may have changed.
     */
    readonly listen: (topic: Topic, changed: ChangeListener) => Effect.Effect<void, never, Scope>
    /** The owner record of this process in the store. */
    readonly owner: Owner
  }
>()("@toolgate/stores/Database") {}

/** The queries of a transaction. */
export type Change<A> = (db: Transaction<Tables>, announce: Announce) => Promise<A | Undone<A>>

/**
 * Announces a change of a topic, sent when the transaction commits. Returns the number of the change. `about` says what
 * changed and reaches only the listeners of this process.
 */
export type Announce = (topic: Topic, about?: ReadonlyArray<string>) => Promise<number>

/** Makes a transaction roll back and return this value. */
export const rollBack = <A>(value: A): Undone<A> => new Undone(value)

class Undone<A> {
  readonly value: A
  constructor(value: A) {
    this.value = value
  }
}

/** The options of a store. */
export interface StoreOptions {
  /**
   * Returns the time in milliseconds since the epoch. Default: the clock of this machine for SQLite, the server's clock
   * for PostgreSQL.
   */
  readonly now?: (() => number) | undefined
}

/** Opens a database and closes it with the scope. Creates or migrates the tables first. */
const openDatabase = Effect.fnUntraced(function* (place: StoreLocation, { now }: StoreOptions = {}) {
  let current: Promise<Kysely<Tables>> | undefined
  const connected = opening(place)
  const connect = () => {
    current ??= connected().catch((error) => {
      current = undefined
      throw error
    })
    return current
  }
  yield* Effect.acquireRelease(
    Effect.tryPromise({ try: connect, catch: (cause): StoreInvalid => makeStoreInvalid(place, cause) }),
    () => Effect.promise(async () => (await current?.catch(() => undefined))?.destroy())
  )

  const using = async <A>(use: (db: Kysely<Tables>) => Promise<A>): Promise<A> => {
    const db = await connect()
    try {
      return await use(db)
    } catch (error) {
      if (isLost(error) && (await current) === db) {
        current = undefined
        await db.destroy()
      }
      throw error
    }
  }

  const watch = place.kind === "postgres" ? watchNotifications(place.url) : watchFile(() => using(readChanges))
  const topics = new Topics(place.kind, watch)
  const write = <A>(change: Change<A>) =>
    Effect.suspend(() => {
      const announced = new Map<Topic, OwnChange>()
      const changing = async (tx: Transaction<Tables>) => {
        const changed = await change(tx, async (topic, about) => {
          const number = await topics.record(tx, topic)
          announced.set(topic, withChange(announced.get(topic), number, about))
          return number
        })
        if (changed instanceof Undone) announced.clear()
        return changed
      }
      const written = Effect.tryPromise({
        try: () => using((db) => transact(db, changing)),
        catch: (cause) => makeStoreUnavailable(place, cause)
      })
      const told = Effect.tap(written, () => {
        for (const [topic, change] of announced) topics.tellOwn(topic, change)
        return Effect.void
      })
      return Effect.uninterruptible(told)
    })
  const clock: Clock = () =>
    now === undefined && place.kind === "postgres"
      ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
      : sql`${(now ?? Date.now)()}`

  return Database.of({
    kind: place.kind,
    shown: place.shown,
    now: clock,
    read: (query) =>
      Effect.tryPromise({ try: () => using(query), catch: (cause) => makeStoreUnavailable(place, cause) }),
    write,
    listen: (topic, changed) => topics.listen(topic, changed),
    owner: yield* Owner.make({ now: clock, write })
  })
})

/**
 * Runs a transaction. Rejects with the first error, or with `OutcomeUnknown` if the outcome of the commit is unknown.
 */
const transact = async <A>(
  db: Kysely<Tables>,
  change: (db: Transaction<Tables>) => Promise<A | Undone<A>>
): Promise<A> => {
  let isAtCommit = false
  let failed: unknown
  try {
    // A stricter default level could fail a transaction because of concurrent changes.
    return await db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (tx) => {
        try {
          const changed = await change(tx)
          if (changed instanceof Undone) throw changed
          isAtCommit = true
          return changed
        } catch (error) {
          failed = error
          throw error
        }
      })
  } catch (error) {
    if (failed instanceof Undone) return failed.value
    if (isAtCommit && !isRolledBack(error)) throw new OutcomeUnknown("", { cause: error })
    // An error of the rollback would hide the first error.
    throw failed ?? error
  }
}

/**
 * Returns a function that opens a database, also again after it was lost. SQLite then opens the same file, never a
 * replacement at the same path.
 */
const opening = (place: StoreLocation): (() => Promise<Kysely<Tables>>) => {
  let file: StoreFile | undefined
  const dialect = async () => {
    if (place.kind === "postgres") return makePostgresDialect(place.url)
    file ??= await openStoreFile(place.path)
    return new NodeSqliteDialect(await SqliteThread.open(file))
  }
  return async () => {
    const db = new Kysely<Tables>({ dialect: await dialect() })
    try {
      await migrate(db)
      return db
    } catch (error) {
      await db.destroy()
      throw error
    }
  }
}

/**
 * A layer for the store at `PATH`, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`. Creates a missing file and the
 * tables. Fails with `StoreInvalid`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { Database, openStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const kind = Effect.map(Database, (database) => database.kind)
 * assert.equal(await Effect.runPromise(Effect.provide(kind, openStore(join(folder.path, "gate.sqlite")))), "sqlite")
 * // The path of a folder is an error.
 * const { message } = await Effect.runPromise(Effect.flip(Effect.provide(kind, openStore(folder.path))))
 * assert(message.length > 0)
 * ```
 */
export const openStore = (place: string, options?: StoreOptions): Layer.Layer<Database, StoreInvalid> =>
  Layer.effect(
    Database,
    Effect.suspend(() => {
      const read = parseStoreLocation(place)
      return "fault" in read
        ? Effect.fail(new StoreInvalid({ message: `The store cannot be used: ${read.fault}`, cause: undefined }))
        : openDatabase(read, options)
    })
  )
