import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CallClaims } from "@toolgate/core"
import { openStore, SqlCallClaims } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const key = { digest: "of the key", args: "of the arguments", claim: "random bits" }
const program = Effect.gen(function* () {
  const { take } = yield* CallClaims
  return [yield* take({ key }), yield* take({ key: { ...key, claim: "other bits" } })]
})
const claims = SqlCallClaims.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
// Only the first gate takes the claim.
assert.deepEqual(await Effect.runPromise(Effect.provide(program, claims)), [undefined, { key: "held" }])
