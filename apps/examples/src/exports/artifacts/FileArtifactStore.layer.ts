import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileArtifactStore } from "@toolgate/artifacts"
import { ArtifactStore } from "@toolgate/core"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "artifacts-"))
const owner = { session: "alice", principal: "a digest" }
const put = Effect.flatMap(ArtifactStore, (store) =>
  store.put(Buffer.from("a log"), { mediaType: "text/plain", owner })
)
const list = Effect.flatMap(ArtifactStore, (store) => store.list(owner))
const { ref } = await Effect.runPromise(Effect.provide(put, FileArtifactStore.layer(folder.path)))
// Another process finds the artifact.
const found = await Effect.runPromise(Effect.provide(list, FileArtifactStore.layer(folder.path)))
assert.deepEqual(
  found.map((one) => one.ref),
  [ref]
)
