import {
  type Artifact,
  type ArtifactOwner,
  ArtifactStore,
  type ArtifactsFull,
  checkArtifactSpace,
  clampArtifactRange,
  type OwnedArtifact
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { computeRef } from "./computeRef.ts"
import { countBytes, isOf, omitOwner } from "./owned.ts"
import { formatKey, mergeArtifact, readSettings, type StoreOptions } from "./StoreOptions.ts"

/**
 * A layer for artifacts in the memory of this process. They are lost when the process ends.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryArtifactStore } from "@toolgate/artifacts"
 * import { ArtifactStore } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const clock = { now: 0 }
 * const owner = { session: "alice", principal: "a digest" }
 * const program = Effect.gen(function* () {
 *   const { get, put } = yield* ArtifactStore
 *   const { ref } = yield* put(Buffer.from("a log"), { mediaType: "text/plain", owner })
 *   clock.now = 60_001
 *   return yield* get(ref, owner)
 * })
 * const store = MemoryArtifactStore.layer({ ttlMs: 60_000, now: () => clock.now })
 * // The artifact has expired.
 * assert.equal(await Effect.runPromise(Effect.provide(program, store)), undefined)
 * ```
 */
export const layer = (options: StoreOptions = {}): Layer.Layer<ArtifactStore> =>
  Layer.sync(ArtifactStore, () => {
    const { limits, time } = readSettings(options)
    const held = new Map<string, Held>()

    const expire = () => {
      const at = time()
      for (const [key, { artifact }] of held) if (artifact.expiresAt <= at) held.delete(key)
      return at
    }
    const find = (ref: string, owner: ArtifactOwner) => {
      const found = held.get(formatKey(ref, owner))
      return found !== undefined && found.artifact.expiresAt > time() ? found : undefined
    }
    const all = () => Array.from(held.values(), ({ artifact }) => artifact)

    return {
      put: (bytes, about) =>
        Effect.suspend((): Effect.Effect<Artifact, ArtifactsFull> => {
          const at = expire()
          const ref = computeRef(bytes)
          const key = formatKey(ref, about.owner)
          const known = held.get(key)
          const kept = known ?? [...held.values()].find(({ artifact }) => artifact.ref === ref)
          const size = bytes.length
          const added = { owner: known === undefined ? size : 0, total: kept === undefined ? size : 0 }
          const full = checkArtifactSpace(countBytes(all(), about.owner), added, limits)
          if (full !== undefined) return Effect.fail(full)
          const artifact = mergeArtifact({ ref, size }, about, { at, ttl: limits.ttlMs, known: known?.artifact })
          held.set(key, { artifact, bytes: kept?.bytes ?? bytes.slice() })
          return Effect.succeed(omitOwner(artifact))
        }),
      get: (ref, owner) =>
        Effect.sync(() => {
          const found = find(ref, owner)
          return found && omitOwner(found.artifact)
        }),
      read: (ref, range, owner) =>
        Effect.sync(() => {
          const found = find(ref, owner)
          if (found === undefined) return undefined
          const { start, end } = clampArtifactRange(found.bytes.length, range)
          return found.bytes.slice(start, end)
        }),
      list: (owner) =>
        Effect.sync(() => {
          expire()
          return owner === undefined ? all() : all().filter((one) => isOf(one, owner))
        }),
      remove: (ref, owner) =>
        Effect.sync(() => {
          expire()
          if (owner !== undefined) return held.delete(formatKey(ref, owner))
          let isRemoved = false
          for (const [key, { artifact }] of held) if (artifact.ref === ref) isRemoved = held.delete(key)
          return isRemoved
        })
    }
  })

/** An artifact and its bytes. Artifacts with equal bytes share one array. */
interface Held {
  readonly artifact: OwnedArtifact
  readonly bytes: Uint8Array
}
