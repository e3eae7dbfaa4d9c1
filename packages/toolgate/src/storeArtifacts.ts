import { ArtifactFitting, FileArtifactStore, MemoryArtifactStore } from "@toolgate/artifacts"
import type { ArtifactStore } from "@toolgate/core"
import type { StoreInvalid, StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ArtifactsOptions } from "./ArtifactsOptions.ts"

/** Returns the layer that stores artifacts and shortens outputs that are too large. */
export const storeArtifacts = (
  { folder, in: place, inlineBytes, quotaBytes, totalBytes, ttlMs }: ArtifactsOptions,
  store: StoreReference | undefined
): Layer.Layer<never, StoreInvalid> => {
  const limits = {
    ...(quotaBytes === undefined ? {} : { ownerBytes: quotaBytes }),
    ...(totalBytes === undefined ? {} : { totalBytes }),
    ...(ttlMs === undefined ? {} : { ttlMs })
  }
  const kept =
    folder !== undefined
      ? FileArtifactStore.layer(folder, limits)
      : place === undefined || store === undefined
        ? MemoryArtifactStore.layer(limits)
        : inStore(store, limits)
  return inlineBytes === "unlimited" ? kept : Layer.provideMerge(ArtifactFitting.layer(inlineBytes), kept)
}

/** Loads the store code lazily. */
const inStore = (store: StoreReference, limits: object): Layer.Layer<ArtifactStore, StoreInvalid> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => Promise.all([import("@toolgate/stores"), import("./databaseOf.ts")])),
      ([{ SqlArtifactStore }, { databaseOf }]) => Layer.provide(SqlArtifactStore.layer(limits), databaseOf(store))
    )
  )
