import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { type Kysely, sql, type Transaction } from "kysely"
import type { StoreLocation } from "./StoreLocation.ts"
import type { Tables } from "./Tables.ts"

/** The kinds of changes that can be listened for. */
export type Topic = "approvals" | "pins" | "tokens"

/** The PostgreSQL channel for announcements. */
export const channel = "toolgate"

/** Called after a change of a topic. `about` says what changed; without it, anything in the topic may have changed. */
export type ChangeListener = (about?: ReadonlyArray<string>) => void

/** The changes that this process made to a topic in one transaction. */
export interface OwnChange {
  readonly numbers: ReadonlyArray<number>
  readonly about: ReadonlyArray<string> | undefined
}

/** Adds a change to the earlier changes of the same transaction. */
export const withChange = (
  before: OwnChange | undefined,
  number: number,
  about: ReadonlyArray<string> | undefined
): OwnChange => ({
  numbers: [...(before?.numbers ?? []), number],
  about: about && (before === undefined ? about : before.about && [...before.about, ...about])
})

/**
 * Watches for changes by any process. Calls `changed` with a topic, or without one if changes may have been missed.
 * `numbers` lists the changes if all are known.
 */
export type Watch = (changed: (topic?: string, numbers?: ReadonlyArray<number>) => void) => {
  readonly stop: () => void
}

/** The listeners of this process. Other processes are watched only while there are listeners. */
export class Topics {
  private readonly listeners = new Map<Topic, Set<ChangeListener>>()
  /** The announced changes of this process that the watch has not seen yet. */
  private readonly own = new Set<string>()
  private readonly kind: StoreLocation["kind"]
  private readonly watch: Watch
  private watching: ReturnType<Watch> | undefined

  constructor(kind: StoreLocation["kind"], watch: Watch) {
    this.kind = kind
    this.watch = watch
  }

  /** Records a change and returns its number. Other processes learn of it when the transaction commits. */
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

  /** Notifies listeners of this process's changes, after the commit. */
  tellOwn(topic: Topic, { numbers, about }: OwnChange): void {
    // Only the file watch reports change numbers.
    if (this.kind === "sqlite" && this.watching !== undefined)
      for (const number of numbers) this.own.add(`${topic} ${number}`)
    this.tell(topic, about)
  }

  /** Notifies the listeners of a topic, or all listeners. */
  private tell(topic?: string, about?: ReadonlyArray<string>): void {
    for (const [name, listeners] of this.listeners)
      if (topic === undefined || topic === name) for (const listener of [...listeners]) listener(about)
  }

  /** Notifies listeners of changes that the watch has seen, except this process's announced changes. */
  private tellSeen(topic?: string, numbers?: ReadonlyArray<number>): void {
    const others = numbers?.filter((number) => !this.own.delete(`${topic} ${number}`))
    if (others?.length !== 0) this.tell(topic)
  }

  listen(topic: Topic, changed: ChangeListener): Effect.Effect<void, never, Scope> {
    const own: ChangeListener = (about) => changed(about)
    return Effect.acquireRelease(
      Effect.sync(() => {
        const listeners = this.listeners.get(topic) ?? new Set()
        this.listeners.set(topic, listeners.add(own))
        this.watching ??= this.watch((which, numbers) => this.tellSeen(which, numbers))
      }),
      () =>
        Effect.sync(() => {
          const listeners = this.listeners.get(topic)
          listeners?.delete(own)
          if (listeners?.size === 0) this.listeners.delete(topic)
          if (this.listeners.size > 0) return
          this.watching?.stop()
          this.watching = undefined
          this.own.clear()
        })
    )
  }
}

/** Watches a file by polling the change counts five times a second. */
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
        else
          for (const [topic, changes] of now)
            if (seen.get(topic) !== changes) changed(topic, since(seen.get(topic), changes))
        seen = now
      } catch {
        // The next poll catches up.
        seen = undefined
      }
      isLooking = false
    }
    void look()
    const looks = setInterval(look, 200).unref()
    return { stop: () => clearInterval(looks) }
  }

/**
 * Returns the numbers of the changes since a count; `undefined` if the count went down, because the file was replaced.
 */
const since = (before = 0, now: number): ReadonlyArray<number> | undefined =>
  now < before ? undefined : Array.from({ length: now - before }, (_, at) => before + 1 + at)

export const readChanges = (db: Kysely<Tables>) => db.selectFrom("toolgate_topics").selectAll().execute()
