import { TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { testTokenStore } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sql } from "kysely"
import { describe, expect, it } from "vitest"
import { checkToken, Database, makeToken, openStore, revokeToken, SqlTokenStore } from "../src/index.ts"
import { describeEach } from "./places.ts"

const tokensAt = (place: string) => Layer.provideMerge(SqlTokenStore.layer, openStore(place))
const key = new SecretKey(new Uint8Array(32).fill(7))
const ada = { by: "ada", at: 1000 }

describeEach("tokens", (newPlace) => {
  testTokenStore({ describe, it }, () => Layer.unwrap(Effect.map(Effect.promise(newPlace), tokensAt)))

  it("are not valid if their row is changed, moved or written by hand, and hide no other token", async () => {
    await Effect.runPromise(
      Effect.gen(function* () {
        const store = yield* TokenStore
        const { write } = yield* Database
        const { secret, token } = makeToken({ name: "ci" }, ada, key)
        const other = makeToken({ name: "admin", rights: ["administer"] }, ada, key)
        yield* store.add(token)
        yield* store.add(other.token)
        const forged = makeToken({ name: "forged" }, ada, new SecretKey(new Uint8Array(32).fill(8)))
        yield* store.add(forged.token)
        const check = (given: string) => Effect.map(checkToken(given, store, { key, at: 1000 }), ({ state }) => state)
        expect(yield* check(forged.secret)).toBe("invalid")
        const texts = [
          ...["", "{", "\u0007", "null", "7", "[]"],
          JSON.stringify(token).replace('"call"', '"administer"'),
          // The valid row of another token.
          JSON.stringify(other.token)
        ]
        for (const text of texts) {
          yield* write((db) => sql`update toolgate_tokens set token = ${text} where place = 1`.execute(db))
          expect(["invalid", "unknown"], text).toContain(yield* check(secret))
          expect(yield* check(other.secret)).toBe("valid")
          expect((yield* store.list).map(({ id }) => id).slice(1)).toEqual([other.token.id, forged.token.id])
        }
        yield* write((db) =>
          sql`update toolgate_tokens set token = ${JSON.stringify(token)} where place = 1`.execute(db)
        )
        expect(yield* check(secret)).toBe("valid")
      }).pipe(Effect.provide(tokensAt(await newPlace())))
    )
  })

  it("stay revoked if their row is set back or added again", async () => {
    await Effect.runPromise(
      Effect.gen(function* () {
        const store = yield* TokenStore
        const { write } = yield* Database
        const { secret, token } = makeToken({ name: "ci" }, ada, key)
        yield* store.add(token)
        yield* store.revoke(revokeToken(token, { by: "bob", at: 2000 }, key))
        const check = Effect.map(checkToken(secret, store, { key, at: 3000 }), ({ state }) => state)
        expect(yield* check).toBe("revoked")
        const text = JSON.stringify(token)
        yield* write((db) => sql`update toolgate_tokens set token = ${text}`.execute(db))
        expect(yield* check).toBe("revoked")
        expect((yield* store.get(token.id))?.revokedAt).toBe(2000)
        yield* write((db) => sql`delete from toolgate_tokens`.execute(db))
        expect(yield* check).toBe("unknown")
        yield* store.add(token)
        expect(yield* check).toBe("revoked")
      }).pipe(Effect.provide(tokensAt(await newPlace())))
    )
  })
})
