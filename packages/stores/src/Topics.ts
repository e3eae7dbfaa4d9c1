import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { type Kysely, sql, type Transaction } from "kysely"
import type { StorePlace } from "./StorePlace.ts"
import type { Tables } from "./Tables.ts"

/** The kinds of changes that others listen for. */
export type Topic = "approvals" | "pins"

/** The channel of PostgreSQL on which changes are announced. */
export const channel = "toolgate"

/** Watches for changes by other processes, and calls `changed` for each topic; without a topic, something may have been missed. */
export type Watch = (changed: (topic?: string) => void) => { readonly stop: () => void }

/** The listeners of this process. Other processes are watched only while somebody listens. */
export class Topics {
  private readonly listeners = new Map<Topic, Set<() => void>>()
  private readonly kind: StorePlace["kind"]
  private readonly watch: Watch
  private watching: ReturnType<Watch> | undefined

  constructor(kind: StorePlace["kind"], watch: Watch) {
    this.kind = kind
    this.watch = watch
  }

  /** Returns the number of the change. Listeners elsewhere learn of it when the transaction is committed. */
  async record(db: Transaction<Tables>, topic: Topic): Promise<number> {
    const { changes } = await db
      .insertInto("toolgate_topics")
      .values({ topic, changes: 1 })
      .onConflict((row) => row.column("topic").doUpdateSet({ changes: sql`toolgate_topics.changes + 1` }))
      .returning("changes")
      .executeTakeFirstOrThrow()
    if (this.kind === "postgres") await sql`select pg_notify(${channel}, ${topic})`.execute(db)
    return changes
  }

  /** Tells the listeners of this process that a topic has changed, or that any may have. */
  tell(topic?: string): void {
    for (const [name, listeners] of this.listeners)
      if (topic === undefined || topic === name) for (const listener of [...listeners]) listener()
  }

  listen(topic: Topic, changed: () => void): Effect.Effect<void, never, Scope> {
    const own = () => changed()
    return Effect.acquireRelease(
      Effect.sync(() => {
        const listeners = this.listeners.get(topic) ?? new Set()
        this.listeners.set(topic, listeners.add(own))
        this.watching ??= this.watch((which) => this.tell(which))
      }),
      () =>
        Effect.sync(() => {
          const listeners = this.listeners.get(topic)
          listeners?.delete(own)
          if (listeners?.size === 0) this.listeners.delete(topic)
          if (this.listeners.size > 0) return
          this.watching?.stop()
          this.watching = undefined
        })
    )
  }
}

/** Watches a file by counting the changes of each topic, five times a second. */
export const watchFile =
  (counts: () => Promise<ReadonlyArray<Tables["toolgate_topics"]>>): Watch =>
  (changed) => {
    let seen: ReadonlyMap<string, number> | undefined
    let isLooking = false
    const look = async () => {
      if (isLooking) return
      isLooking = true
      try {
        const now = new Map((await counts()).map(({ topic, changes }) => [topic, changes]))
        if (seen === undefined) changed()
        else for (const [topic, changes] of now) if (seen.get(topic) !== changes) changed(topic)
        seen = now
      } catch {
        // The next look finds what was missed.
        seen = undefined
      }
      isLooking = false
    }
    void look()
    const looks = setInterval(look, 200).unref()
    return { stop: () => clearInterval(looks) }
  }

export const changesOf = (db: Kysely<Tables>) => db.selectFrom("toolgate_topics").selectAll().execute()
