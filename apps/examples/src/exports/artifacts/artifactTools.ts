import assert from "node:assert/strict"
import { artifactTools, MemoryArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore } from "@toolgate/core"
import * as Effect from "effect/Effect"

const names = Effect.map(ArtifactStore, (store) => artifactTools(store).map(({ name }) => name))
const tools = await Effect.runPromise(Effect.provide(names, MemoryArtifactStore.layer()))
assert.deepEqual(tools, ["read_artifact", "search_artifact"])
