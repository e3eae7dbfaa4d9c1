import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ChainRuns } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { openStore, SqlChainRuns } from "@toolgate/stores"
import { makeNewChainRun } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const run = makeNewChainRun("1")
const program = Effect.gen(function* () {
  const { begin, suspend, take } = yield* ChainRuns
  yield* begin(run)
  yield* suspend(run.id, { approvals: ["a1"], expiresAt: Date.now() + 60_000 })
  return [typeof (yield* take("a1")), yield* take("a1")]
})
const runs = SqlChainRuns.layer(new SecretKey(randomBytes(32)))
const store = openStore(join(folder.path, "gate.sqlite"))
assert.deepEqual(await Effect.runPromise(Effect.provide(program, Layer.provide(runs, store))), ["object", "held"])
