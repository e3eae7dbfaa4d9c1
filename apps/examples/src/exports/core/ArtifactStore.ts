import assert from "node:assert/strict"
import { MemoryArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore } from "@toolgate/core"
import * as Effect from "effect/Effect"

const owner = { session: "alice", principal: "a digest" }
const program = Effect.gen(function* () {
  const { get, put } = yield* ArtifactStore
  const { ref } = yield* put(Buffer.from("1 test failed"), { mediaType: "text/plain", name: "test.log", owner })
  const own = yield* get(ref, owner)
  // Knowing the reference gives no access.
  const others = yield* get(ref, { ...owner, session: "bob" })
  return [own?.size, others]
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryArtifactStore.layer())), [13, undefined])
