import { SessionStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { testSessionStore } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sql } from "kysely"
import { describe, expect, it } from "vitest"
import { Database, isSessionValid, makeStoredSession, openStore, SqlSessionStore } from "../src/index.ts"
import { describeEach } from "./places.ts"

const sessionsAt = (place: string) => Layer.provideMerge(SqlSessionStore.layer, openStore(place))
const key = new SecretKey(new Uint8Array(32).fill(7))

describeEach("sessions", (newPlace) => {
  testSessionStore({ describe, it }, () => Layer.unwrap(Effect.map(Effect.promise(newPlace), sessionsAt)))

  it("outlive their process, and are not valid if their row is changed by hand", async () => {
    const place = await newPlace()
    const using = <A, E>(use: Effect.Effect<A, E, SessionStore | Database>) =>
      Effect.runPromise(Effect.provide(use, sessionsAt(place)))
    const session = makeStoredSession({ token: "t", options: { agent: "coder" }, openedAt: 1 }, key)
    await using(Effect.flatMap(SessionStore, ({ add }) => add(session)))
    const stored = Effect.flatMap(SessionStore, ({ get }) => get(session.id))
    expect(await using(stored)).toEqual(session)
    const change = (column: "session" | "token", value: string) =>
      using(
        Effect.flatMap(Database, ({ write }) =>
          write((db) => sql`update toolgate_sessions set ${sql.ref(column)} = ${value}`.execute(db))
        )
      )
    const text = JSON.stringify(session)
    for (const changed of ["", "[]", text.replace("coder", "admin"), text.replace('"token":"t"', '"token":"u"')]) {
      await change("session", changed)
      const found = await using(stored)
      expect(found && isSessionValid(found, key), changed).toBe(false)
    }
    await change("session", text)
    expect(await using(stored)).toEqual(session)
    await change("token", "other")
    expect((await using(stored))?.mac).toBe("")
  })
})
