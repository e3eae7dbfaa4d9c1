import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MemoryTokenStore, makeToken } from "@toolgate/stores"
import * as Effect from "effect/Effect"

const { token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, new SecretKey(randomBytes(32)))
const add = Effect.flatMap(TokenStore, (store) => Effect.all([store.add(token), store.add(token)]))
// An id is taken once.
assert.deepEqual(await Effect.runPromise(Effect.provide(add, MemoryTokenStore.layer)), [true, false])
