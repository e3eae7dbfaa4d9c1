import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { checkToken, makeToken, openStore, SqlTokenStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const tokens = SqlTokenStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
const key = new SecretKey(randomBytes(32))
const { secret, token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, key)
const add = Effect.flatMap(TokenStore, (store) => store.add(token))
await Effect.runPromise(Effect.provide(add, tokens))
// A server that opens the store later finds the token.
const check = Effect.flatMap(TokenStore, (store) => checkToken(secret, store, { key, at: 0 }))
assert.equal((await Effect.runPromise(Effect.provide(check, tokens))).state, "valid")
