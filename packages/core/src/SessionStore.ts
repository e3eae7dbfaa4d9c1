import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { JsonObject } from "./json/Json.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/**
 * A session that a server has opened, so that the server finds it again after a restart. Only the MAC makes it valid:
 * write access to the database is not enough.
 */
export interface StoredSession {
  /** 128 random bits, in hexadecimal. */
  readonly id: string
  /** The id of the token that opened the session. The session belongs to it. */
  readonly token: string
  /** The options of the session, such as its folder and its agent. */
  readonly options: JsonObject
  /** In milliseconds since the epoch, like `endedAt`. */
  readonly openedAt: number
  /** Absent while the session is open. */
  readonly endedAt?: number
  /** The MAC of the other members. */
  readonly mac: string
}

/** Selects a page of sessions. */
export interface SessionFilter {
  /** Only the sessions of the token with this id. */
  readonly token?: string | undefined
  /** The id of the last session of the page before. Default: the first page. */
  readonly after?: string | undefined
  /** The size of the page. Default: 100. */
  readonly limit?: number | undefined
}

/**
 * Stores the sessions of a server. It knows neither gates nor keys.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { SessionStore } from "@toolgate/core"
 * import { MemorySessionStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 *
 * const session = { id: "8f14", token: "7f0e", options: { agent: "coder" }, openedAt: 0, mac: "m1" }
 * const program = Effect.gen(function* () {
 *   const { add, end, list } = yield* SessionStore
 *   yield* add(session)
 *   yield* end({ ...session, endedAt: 1, mac: "m2" })
 *   return (yield* list({ token: "7f0e" })).map(({ endedAt }) => endedAt)
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemorySessionStore.layer)), [1])
 * ```
 */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * Stores a new session and returns true. If its id is taken, stores nothing and returns false. When the effect ends, the
     * session survives a power failure.
     */
    readonly add: (session: StoredSession) => Effect<boolean, StoreUnavailable>
    /** Returns the session with an id. A session that was damaged in the store has an invalid MAC. */
    readonly get: (id: string) => Effect<StoredSession | undefined, StoreUnavailable>
    /** Returns a page of sessions, newest first. A page costs the same for any number of sessions. */
    readonly list: (filter?: SessionFilter) => Effect<ReadonlyArray<StoredSession>, StoreUnavailable>
    /**
     * Replaces an open session by its ended form, which has `endedAt`. Returns whether this was the first end. As durable as
     * `add`.
     */
    readonly end: (ended: StoredSession) => Effect<boolean, StoreUnavailable>
  }
>()("@toolgate/core/SessionStore") {}
