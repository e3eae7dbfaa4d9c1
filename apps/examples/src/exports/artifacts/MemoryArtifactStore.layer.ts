import assert from "node:assert/strict"
import { MemoryArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore } from "@toolgate/core"
import * as Effect from "effect/Effect"

const clock = { now: 0 }
const owner = { session: "alice", principal: "a digest" }
const program = Effect.gen(function* () {
  const { get, put } = yield* ArtifactStore
  const { ref } = yield* put(Buffer.from("a log"), { mediaType: "text/plain", owner })
  clock.now = 60_001
  return yield* get(ref, owner)
})
const store = MemoryArtifactStore.layer({ ttlMs: 60_000, now: () => clock.now })
// The artifact has expired.
assert.equal(await Effect.runPromise(Effect.provide(program, store)), undefined)
