import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database, openStore, SqlCallClaims } from "@toolgate/stores"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
const program = Effect.gen(function* () {
  const { take, settle } = SqlCallClaims.makeCallClaims(yield* Database)
  yield* take({ key })
  yield* settle({ key }, { executed: "no" })
  // The first call did not run, so its key is free again.
  return yield* take({ key: { ...key, claim: "other bits" } })
})
assert.equal(await Effect.runPromise(Effect.provide(program, openStore(join(folder.path, "gate.sqlite")))), undefined)
