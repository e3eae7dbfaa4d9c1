import assert from "node:assert/strict"
import { artifactOwner, MemoryArtifactStore, readPart } from "@toolgate/artifacts"
import { ArtifactStore } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const { context } = makePermissionRequest()
const program = Effect.gen(function* () {
  const store = yield* ArtifactStore
  const owner = artifactOwner(context)
  const { ref } = yield* store.put(Buffer.from("one two three"), { mediaType: "text/plain", owner })
  return yield* readPart(store, { ref, start: 4, length: 3, binaryLength: 3 }, context)
})
const part = await Effect.runPromise(Effect.provide(program, MemoryArtifactStore.layer()))
assert.deepEqual(part, { text: "two", start: 4, length: 3, size: 13, next: 7 })
