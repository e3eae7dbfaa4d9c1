import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SessionStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MemorySessionStore, makeStoredSession } from "@toolgate/stores"
import * as Effect from "effect/Effect"

const session = makeStoredSession({ token: "7f0e", options: {}, openedAt: 0 }, new SecretKey(randomBytes(32)))
const program = Effect.gen(function* () {
  const { add, get } = yield* SessionStore
  yield* add(session)
  return yield* get(session.id)
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemorySessionStore.layer)), session)
