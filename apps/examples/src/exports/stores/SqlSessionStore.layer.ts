import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SessionStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { makeStoredSession, openStore, SqlSessionStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const sessions = SqlSessionStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
const key = new SecretKey(randomBytes(32))
const session = makeStoredSession({ token: "7f0e", options: { agent: "coder" }, openedAt: 0 }, key)
const add = Effect.flatMap(SessionStore, (store) => store.add(session))
await Effect.runPromise(Effect.provide(add, sessions))
// The restarted server finds the session again.
const get = Effect.flatMap(SessionStore, (store) => store.get(session.id))
assert.deepEqual(await Effect.runPromise(Effect.provide(get, sessions)), session)
