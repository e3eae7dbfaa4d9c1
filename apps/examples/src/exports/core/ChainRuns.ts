import assert from "node:assert/strict"
import { MemoryChainRuns } from "@toolgate/chain/runs"
import { ChainRuns } from "@toolgate/core"
import { makeNewChainRun } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const run = makeNewChainRun("1")
const program = Effect.gen(function* () {
  const { append, begin, suspend, take } = yield* ChainRuns
  yield* begin(run)
  yield* append(run.id, "the answer of its first call")
  yield* suspend(run.id, { approvals: ["a1"], expiresAt: Date.now() + 60_000 })
  // Only one gate can take the run.
  const taken = yield* take("a1")
  return [typeof taken === "object" && taken.entries, yield* take("a1")]
})
const answer = await Effect.runPromise(Effect.provide(program, MemoryChainRuns.layer))
assert.deepEqual(answer, [["the answer of its first call"], "held"])
