import { createHash } from "node:crypto"
import { type Gated, type QuotaCount, QuotaStore, refuse, type StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { type Kysely, sql } from "kysely"
import { Database, rollBack } from "./Database.ts"
import type { Clock } from "./readStoreTime.ts"
import type { Tables } from "./Tables.ts"

/**
 * A layer for a `QuotaStore` in a database, which counts for all gates that share the database. Session counts stay in
 * the memory of this process, because a session belongs to one process.
 *
 * While the database is unavailable, calls with other quotas are refused.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { QuotaStore } from "@toolgate/core"
 * import { openStore, SqlQuotaStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const quotas = SqlQuotaStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
 * const count = { window: "forever", owner: "alice", tool: "deploy", limit: 1 } as const
 * const take = Effect.flatMap(QuotaStore, (store) => store.take([count]))
 * assert.equal(await Effect.runPromise(Effect.provide(take, quotas)), undefined)
 * // The count is still there after a restart.
 * assert.deepEqual(await Effect.runPromise(Effect.provide(take, quotas)), count)
 * ```
 */
export const layer: Layer.Layer<QuotaStore, never, Database> = Layer.effect(
  QuotaStore,
  Effect.gen(function* () {
    const database = yield* Database
    const sessions = new SessionCounts()
    const oneByOne = (yield* Semaphore.make(1)).withPermits(1)

    const lookInStore = (counts: ReadonlyArray<QuotaCount>): Gated<QuotaCount | undefined> =>
      counts.length === 0
        ? Effect.undefined
        : orRefuse(
            database.read(async (db) => {
              const rows = await db
                .selectFrom("toolgate_quotas")
                .selectAll()
                .where("id", "in", counts.map(idOf))
                .execute()
              const recent = await recentCalls(db, counts, database.now)
              return firstFull(counts, new Map(rows.map(({ id, calls }) => [id, calls])), recent)
            })
          )

    const takeInStore = (counts: ReadonlyArray<QuotaCount>): Gated<QuotaCount | undefined> =>
      orRefuse(
        database.write(async (db) => {
          // Every process locks the rows in this order, which prevents deadlocks.
          const ids = [...new Set(counts.map(idOf))].sort()
          const rows = await db
            .insertInto("toolgate_quotas")
            .values(ids.map((id) => ({ id, calls: 1 })))
            .onConflict((row) => row.column("id").doUpdateSet({ calls: sql`toolgate_quotas.calls + 1` }))
            .returningAll()
            .execute()
          const recent = await recentCalls(db, counts, database.now)
          const full = firstFull(counts, new Map(rows.map(({ id, calls }) => [id, calls - 1])), recent)
          if (full !== undefined) return rollBack(full)
          if (recent !== undefined) {
            const quotas = [...recent.calls.keys()]
            await db
              .deleteFrom("toolgate_quota_calls")
              .where("quota", "in", quotas)
              .where("at", "<=", recent.at - minute)
              .execute()
            await db
              .insertInto("toolgate_quota_calls")
              .values(quotas.map((quota) => ({ quota, at: recent.at })))
              .execute()
          }
          return undefined
        })
      )

    return {
      look: (counts) => {
        const full = sessions.firstFull(counts)
        return Effect.map(lookInStore(stored(upTo(counts, full))), (other) => other ?? full)
      },
      take: (counts) => {
        const inStore = stored(counts)
        const take = Effect.suspend((): Gated<QuotaCount | undefined> => {
          const full = sessions.firstFull(counts)
          if (full !== undefined) return Effect.map(lookInStore(stored(upTo(counts, full))), (other) => other ?? full)
          const takeBack = sessions.add(counts)
          if (inStore.length === 0) return Effect.undefined
          return Effect.onExit(takeInStore(inStore), (exit) =>
            Effect.sync(() => {
              if (exit._tag === "Failure" || exit.value !== undefined) takeBack()
            })
          )
        })
        // Calls that use both kinds of counts run one at a time, so that no call sees only one of them counted.
        return inStore.length === 0 || inStore.length === counts.length ? take : oneByOne(take)
      },
      sessionEnded: (session) => sessions.end(session)
    }
  })
)

const minute = 60_000

const stored = (counts: ReadonlyArray<QuotaCount>) => counts.filter(({ window }) => window !== "session")

/** Returns the counts before `end`, or all counts. */
const upTo = (counts: ReadonlyArray<QuotaCount>, end: QuotaCount | undefined) =>
  end === undefined ? counts : counts.slice(0, counts.indexOf(end))

/** Returns the digest that identifies a count. Names may be long or contain characters that a database rejects. */
const idOf = ({ window, owner, tool }: QuotaCount): string =>
  createHash("sha256")
    .update(JSON.stringify([window, owner, tool]))
    .digest("hex")

/** The calls of the last minute. */
interface Recent {
  /** The time of the count. */
  readonly at: number
  /** The number of calls for each count, by its id. */
  readonly calls: ReadonlyMap<string, number>
}

/** Returns the calls of the last minute for each per-minute count, or `undefined` if there is no such count. */
const recentCalls = async (
  db: Kysely<Tables>,
  counts: ReadonlyArray<QuotaCount>,
  now: Clock
): Promise<Recent | undefined> => {
  const ids = counts.filter(({ window }) => window === "minute").map(idOf)
  if (ids.length === 0) return undefined
  const { clock, latest } = await db
    .selectFrom("toolgate_quota_calls")
    .select((calls) => [calls.fn.max("at").as("latest"), now().as("clock")])
    .executeTakeFirstOrThrow()
  // If the clock was set back, the latest call's time is used, so that no call expires early.
  const at = Math.max(Number(clock), latest ?? 0)
  const rows = await db
    .selectFrom("toolgate_quota_calls")
    .select((calls) => ["quota", calls.fn.countAll<number>().as("calls")])
    .where("quota", "in", ids)
    .where("at", ">", at - minute)
    .groupBy("quota")
    .execute()
  return {
    at,
    calls: new Map([...ids.map((id) => [id, 0] as const), ...rows.map(({ quota, calls }) => [quota, calls] as const)])
  }
}

const firstFull = (
  counts: ReadonlyArray<QuotaCount>,
  calls: ReadonlyMap<string, number>,
  recent: Recent | undefined
): QuotaCount | undefined =>
  counts.find((count) => ((count.window === "minute" ? recent?.calls : calls)?.get(idOf(count)) ?? 0) >= count.limit)

const orRefuse = <A>(effect: Effect.Effect<A, StoreUnavailable>): Gated<A> =>
  Effect.catch(effect, (error) =>
    Effect.andThen(
      Effect.logError(error.message),
      refuse("StoreUnavailable", "The call cannot be counted for its quotas, because their store cannot be used now.")
    )
  )

/** The session counts of this process. */
class SessionCounts {
  private readonly sessions = new Map<string, Map<string, number>>()

  /** Returns the first session count that is full. */
  firstFull(counts: ReadonlyArray<QuotaCount>): QuotaCount | undefined {
    return counts.find(
      ({ window, owner, tool, limit }) => window === "session" && (this.sessions.get(owner)?.get(tool) ?? 0) >= limit
    )
  }

  /** Counts one call in the session counts. Returns a function that undoes this. */
  add(counts: ReadonlyArray<QuotaCount>): () => void {
    const counted = counts.flatMap(({ window, owner, tool }) => {
      if (window !== "session") return []
      const tools = this.sessions.get(owner) ?? new Map<string, number>()
      this.sessions.set(owner, tools)
      tools.set(tool, (tools.get(tool) ?? 0) + 1)
      return [{ tools, tool }]
    })
    // A session that has ended meanwhile has new counts, which must not be reduced.
    return () => {
      for (const { tools, tool } of counted) tools.set(tool, (tools.get(tool) ?? 0) - 1)
    }
  }

  end(session: string): void {
    this.sessions.delete(session)
  }
}
