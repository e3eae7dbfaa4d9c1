import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { checkToken, MemoryTokenStore, makeToken } from "@toolgate/stores"
import * as Effect from "effect/Effect"

const key = new SecretKey(randomBytes(32))
const { secret, token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, key)
const program = Effect.gen(function* () {
  const store = yield* TokenStore
  yield* store.add(token)
  const checks = [secret, "tg_guess"].map((given) => checkToken(given, store, { key, at: 1 }))
  return (yield* Effect.all(checks)).map(({ state }) => state)
})
const states = await Effect.runPromise(Effect.provide(program, MemoryTokenStore.layer))
assert.deepEqual(states, ["valid", "malformed"])
