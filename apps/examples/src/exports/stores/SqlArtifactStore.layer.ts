import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArtifactStore } from "@toolgate/core"
import { openStore, SqlArtifactStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const database = openStore(join(folder.path, "gate.sqlite"))
const about = { mediaType: "text/plain", owner: { session: "alice", principal: "a digest" } }
const put = Effect.flatMap(ArtifactStore, (store) => store.put(Buffer.from("a long log"), about))
const small = SqlArtifactStore.layer({ ownerBytes: 4 }).pipe(Layer.provide(database))
const { _tag } = await Effect.runPromise(Effect.flip(Effect.provide(put, small)))
assert.equal(_tag, "ArtifactsFull")
const { size } = await Effect.runPromise(Effect.provide(put, SqlArtifactStore.layer().pipe(Layer.provide(database))))
assert.equal(size, 10)
