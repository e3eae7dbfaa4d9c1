import { artifactStoreContract } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { openStore, SqlArtifactStore } from "../src/index.ts"
import { describeEach } from "./places.ts"

describeEach("artifacts", (newPlace) => {
  artifactStoreContract({ describe, it }, ({ now, ...limits }) =>
    Layer.unwrap(
      Effect.map(Effect.promise(newPlace), (place) =>
        Layer.provide(SqlArtifactStore.layer(limits), openStore(place, { now }))
      )
    )
  )
})
