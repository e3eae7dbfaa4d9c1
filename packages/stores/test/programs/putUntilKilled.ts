import { ArtifactStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openStore, SqlArtifactStore } from "../../src/index.ts"

/** Puts and removes artifacts until the process is killed, and prints the reference of each lasting put. */
const [, , place = "", name = ""] = process.argv
await Effect.runPromise(
  Effect.gen(function* () {
    const { put, remove } = yield* ArtifactStore
    const owner = { session: name, principal: "p" }
    for (let round = 0; ; round++) {
      const kept = yield* put(new Uint8Array(600_000).fill(round), { mediaType: "x/y", owner })
      const shared = yield* put(new Uint8Array(500_000).fill(round % 4), { mediaType: "x/y", owner })
      process.stdout.write(`${kept.ref}\n`)
      yield* remove(shared.ref, owner)
    }
  }).pipe(Effect.provide(Layer.provide(SqlArtifactStore.layer(), openStore(place))))
)
