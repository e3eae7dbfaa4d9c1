import {
  type Artifact,
  ArtifactStore,
  type ArtifactsFull,
  checkArtifactSpace,
  explainFileError,
  StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { computeRef } from "./computeRef.ts"
import { ArtifactFolder } from "./file/ArtifactFolder.ts"
import { countBytes, isOf, omitOwner } from "./owned.ts"
import { mergeArtifact, readSettings, type StoreOptions } from "./StoreOptions.ts"

/**
 * A layer for artifacts in a folder, which several processes may share. The folder is made at the first `put`, readable
 * by this user only. Each artifact is stored whole or not at all, even after a power loss.
 *
 * Concurrent puts never exceed a limit together: each process counts again after its put and removes its own excess.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { FileArtifactStore } from "@toolgate/artifacts"
 * import { ArtifactStore } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "artifacts-"))
 * const owner = { session: "alice", principal: "a digest" }
 * const put = Effect.flatMap(ArtifactStore, (store) =>
 *   store.put(Buffer.from("a log"), { mediaType: "text/plain", owner })
 * )
 * const list = Effect.flatMap(ArtifactStore, (store) => store.list(owner))
 * const { ref } = await Effect.runPromise(Effect.provide(put, FileArtifactStore.layer(folder.path)))
 * // Another process finds the artifact.
 * const found = await Effect.runPromise(Effect.provide(list, FileArtifactStore.layer(folder.path)))
 * assert.deepEqual(
 *   found.map((one) => one.ref),
 *   [ref]
 * )
 * ```
 */
export const layer = (folder: string, options: StoreOptions = {}): Layer.Layer<ArtifactStore> =>
  Layer.effect(
    ArtifactStore,
    Effect.map(Semaphore.make(1), (one) => {
      const { limits, time } = readSettings(options)
      const files = new ArtifactFolder(folder, time)
      const using = <A>(use: () => Promise<A>) =>
        Effect.tryPromise({ try: use, catch: (cause) => folderUnavailable(folder, cause) })

      const put: ArtifactStore["Service"]["put"] = (bytes, about) =>
        Effect.gen(function* () {
          const { owner } = about
          const ref = computeRef(bytes)
          const before = yield* using(() => files.counted())
          const kept = before.filter((artifact) => artifact.ref === ref)
          const known = kept.find((artifact) => isOf(artifact, owner))
          const size = bytes.length
          const added = { owner: known === undefined ? size : 0, total: kept.length === 0 ? size : 0 }
          const full = checkArtifactSpace(countBytes(before, owner), added, limits)
          if (full !== undefined) return yield* Effect.fail(full)
          const artifact = mergeArtifact({ ref, size }, about, { at: time(), ttl: limits.ttlMs, known })
          const { artifact: stored, isAdded } = yield* using(() => files.store(artifact, bytes, kept))
          if (!isAdded) return omitOwner(stored)
          const used = countBytes(yield* using(() => files.counted()), owner)
          const others = { owner: used.owner - added.owner, total: used.total - added.total }
          const tooMuch = checkArtifactSpace(others, added, limits)
          if (tooMuch === undefined) return omitOwner(stored)
          yield* using(() => files.remove(ref, owner))
          return yield* Effect.fail(tooMuch)
        })

      return {
        put: (bytes, about): Effect.Effect<Artifact, ArtifactsFull | ReturnType<typeof folderUnavailable>> =>
          Effect.uninterruptible(one.withPermits(1)(put(bytes, about))),
        get: (ref, owner) =>
          using(async () => {
            const found = await files.find(ref, owner)
            return found && omitOwner(found)
          }),
        read: (ref, range, owner) => using(() => files.read(ref, range, owner)),
        list: (owner) =>
          using(async () => {
            const all = await files.listed()
            return owner === undefined ? all : all.filter((artifact) => isOf(artifact, owner))
          }),
        remove: (ref, owner) =>
          using(async () => {
            if (owner !== undefined) return files.remove(ref, owner)
            const all = (await files.listed()).filter((artifact) => artifact.ref === ref)
            const removed = await Promise.all(all.map((artifact) => files.remove(ref, artifact.owner)))
            return removed.includes(true)
          })
      }
    })
  )

const folderUnavailable = (folder: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable({
    message: `The folder of artifacts "${folder}" cannot be used now: ${explainFileError(cause, "write")}.`,
    cause
  })
