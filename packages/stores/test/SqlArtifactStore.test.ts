import { createHash } from "node:crypto"
import { join } from "node:path"
import { ArtifactStore } from "@toolgate/core"
import { runUntilKilled, testArtifactStore } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { openStore, SqlArtifactStore } from "../src/index.ts"
import { describeEach, describeProcesses } from "./places.ts"

describeEach("artifacts", (newPlace) => {
  testArtifactStore({ describe, it }, ({ now, ...limits }) =>
    Layer.unwrap(
      Effect.map(Effect.promise(newPlace), (place) =>
        Layer.provide(SqlArtifactStore.layer(limits), openStore(place, { now }))
      )
    )
  )
})

describeProcesses("artifacts", (newPlace) => {
  it("are whole after processes that put and removed the same bytes were killed, and nothing else remains", async () => {
    const place = await newPlace()
    const program = join(import.meta.dirname, "programs/putUntilKilled.ts")
    const printed = await Promise.all([3, 5].map((count, at) => runUntilKilled(count, program, place, `${at}`)))
    const checked = Effect.gen(function* () {
      const { get, list, put, read, remove } = yield* ArtifactStore
      for (const [at, refs] of printed.entries())
        for (const ref of refs) expect((yield* get(ref, { session: `${at}`, principal: "p" }))?.size).toBe(600_000)
      for (const { ref, size, owner } of yield* list()) {
        const bytes = yield* read(ref, { start: 0, length: size }, owner)
        expect(ref).toBe(
          `artifact:sha256-${createHash("sha256")
            .update(bytes ?? "")
            .digest("hex")}`
        )
        yield* remove(ref, owner)
      }
      // Parts without an artifact would block a put of the same bytes.
      const owner = { session: "s", principal: "p" }
      for (const fill of [0, 1, 2, 3]) yield* put(new Uint8Array(500_000).fill(fill), { mediaType: "x/y", owner })
    })
    await Effect.runPromise(Effect.provide(checked, Layer.provide(SqlArtifactStore.layer(), openStore(place))))
  })
})
