import assert from "node:assert/strict"
import { MemoryArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore, ArtifactsFull } from "@toolgate/core"
import * as Effect from "effect/Effect"

const about = { mediaType: "text/plain", owner: { session: "alice", principal: "a digest" } }
const put = Effect.flatMap(ArtifactStore, (store) => store.put(Buffer.from("a long log"), about))
const store = MemoryArtifactStore.layer({ ownerBytes: 4 })
const cause = await Effect.runPromise(Effect.flip(Effect.provide(put, store)))
assert(cause instanceof ArtifactsFull)
