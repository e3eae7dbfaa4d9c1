import { type JsonObject, SessionStore, type StoredSession } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Selectable } from "kysely"
import { computeDigest } from "./computeDigest.ts"
import { Database } from "./Database.ts"
import { parseStoredMembers, readStoredText } from "./parseStoredJson.ts"
import type { Tables } from "./Tables.ts"

/**
 * A layer for a `SessionStore` in a database. A restarted server finds its sessions there.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { SessionStore } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { makeStoredSession, openStore, SqlSessionStore } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const sessions = SqlSessionStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
 * const key = new SecretKey(randomBytes(32))
 * const session = makeStoredSession({ token: "7f0e", options: { agent: "coder" }, openedAt: 0 }, key)
 * const add = Effect.flatMap(SessionStore, (store) => store.add(session))
 * await Effect.runPromise(Effect.provide(add, sessions))
 * // The restarted server finds the session again.
 * const get = Effect.flatMap(SessionStore, (store) => store.get(session.id))
 * assert.deepEqual(await Effect.runPromise(Effect.provide(get, sessions)), session)
 * ```
 */
export const layer: Layer.Layer<SessionStore, never, Database> = Layer.effect(
  SessionStore,
  Effect.map(Database, ({ read, write }) => ({
    add: (session) =>
      write(async (db) => {
        const added = db
          .insertInto("toolgate_sessions")
          .values({
            id: computeDigest(session.id),
            token: computeDigest(session.token),
            opened_at: session.openedAt,
            ended_at: null,
            session: JSON.stringify(session)
          })
          .onConflict((taken) => taken.doNothing())
        return (await added.returning("id").executeTakeFirst()) !== undefined
      }),
    get: (id) =>
      read(async (db) => {
        const row = db.selectFrom("toolgate_sessions").selectAll().where("id", "=", computeDigest(id))
        const found = await row.executeTakeFirst()
        return found && readSession(found)
      }),
    list: ({ token, after, limit = 100 } = {}) =>
      read(async (db) => {
        let page = db.selectFrom("toolgate_sessions").selectAll().orderBy("opened_at", "desc").orderBy("id", "desc")
        if (token !== undefined) page = page.where("token", "=", computeDigest(token))
        if (after !== undefined) {
          const row = db.selectFrom("toolgate_sessions").select(["opened_at", "id"])
          const last = await row.where("id", "=", computeDigest(after)).executeTakeFirst()
          if (last === undefined) return []
          page = page.where(({ eb, refTuple, tuple }) =>
            eb(refTuple("opened_at", "id"), "<", tuple(last.opened_at, last.id))
          )
        }
        return (await page.limit(limit).execute()).map(readSession)
      }),
    end: (ended) =>
      write(async (db) => {
        const update = db
          .updateTable("toolgate_sessions")
          .set({ ended_at: ended.endedAt ?? 0, session: JSON.stringify(ended) })
          .where("id", "=", computeDigest(ended.id))
          .where("ended_at", "is", null)
        return (await update.returning("id").executeTakeFirst()) !== undefined
      })
  }))
)

/** Parses the session in a row. A row changed by hand still yields a session, but with an invalid MAC. */
const readSession = (row: Selectable<Tables["toolgate_sessions"]>): StoredSession => {
  const { id, token, options, openedAt, endedAt, mac } = parseStoredMembers(row.session)
  const session: StoredSession = {
    id: readStoredText(id),
    token: readStoredText(token),
    options: isObject(options) ? options : {},
    openedAt: typeof openedAt === "number" ? openedAt : 0,
    ...(typeof endedAt === "number" ? { endedAt } : {}),
    mac: readStoredText(mac)
  }
  const isOfRow =
    computeDigest(session.id) === row.id &&
    computeDigest(session.token) === row.token &&
    (session.endedAt ?? null) === row.ended_at
  return isOfRow ? session : { ...session, mac: "" }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
