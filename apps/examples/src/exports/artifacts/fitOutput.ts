import assert from "node:assert/strict"
import { fitOutput, MemoryArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"

const owner = { session: "alice", principal: "a digest" }
const log = toolOutput({ text: "line\n".repeat(1_000) })
const program = Effect.gen(function* () {
  const { list, put } = yield* ArtifactStore
  const { content } = yield* fitOutput(log, 1_024, (bytes, about) => put(bytes, { ...about, owner }))
  const [artifact] = yield* list(owner)
  return { shown: JSON.stringify(content).length, stored: artifact?.size }
})
const { shown, stored } = await Effect.runPromise(Effect.provide(program, MemoryArtifactStore.layer()))
assert(shown < 2_000)
assert.equal(stored, 5_000)
