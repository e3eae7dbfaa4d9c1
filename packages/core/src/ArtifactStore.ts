import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { Effect } from "effect/Effect"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** The owner of an artifact. Only the owner can see that the artifact exists. */
export interface ArtifactOwner {
  readonly session: string
  /** A digest of the principal's chain of agents and of the person they act for. See `artifactOwner` of `@toolgate/artifacts`. */
  readonly principal: string
}

/** Bytes stored outside a conversation. The conversation holds only their reference. */
export interface Artifact {
  /** `artifact:sha256-` followed by the digest of the bytes, in 64 hexadecimal digits. */
  readonly ref: string
  /** In bytes. */
  readonly size: number
  readonly mediaType: string
  /** The name that the source gave the bytes, for people. It is never a file name in the store. */
  readonly name: string | undefined
  /** In milliseconds since the epoch, like `expiresAt`. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** An artifact in a list, with its owner. */
export interface OwnedArtifact extends Artifact {
  readonly owner: ArtifactOwner
}

/** Describes bytes to store. */
export interface NewArtifact {
  readonly mediaType: string
  readonly name?: string | undefined
  readonly owner: ArtifactOwner
  /** The lifetime in milliseconds. By default, the store's limit. */
  readonly ttlMs?: number | undefined
}

/** A range of an artifact, in bytes. A part past the end is ignored. */
export interface ArtifactRange {
  readonly start: number
  readonly length: number
}

/**
 * The bytes exceed the limit of their owner or of the store. Nothing was stored.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryArtifactStore } from "@toolgate/artifacts"
 * import { ArtifactStore, ArtifactsFull } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const about = { mediaType: "text/plain", owner: { session: "alice", principal: "a digest" } }
 * const put = Effect.flatMap(ArtifactStore, (store) => store.put(Buffer.from("a long log"), about))
 * const store = MemoryArtifactStore.layer({ ownerBytes: 4 })
 * const cause = await Effect.runPromise(Effect.flip(Effect.provide(put, store)))
 * assert(cause instanceof ArtifactsFull)
 * ```
 */
export class ArtifactsFull extends Data.TaggedError("ArtifactsFull")<{ readonly message: string }> {}

/**
 * Stores artifacts; several gates may share one store. Equal content has one reference and is stored once. The store
 * deletes the content together with its last artifact.
 *
 * Knowing a reference grants no access: an artifact that is expired, removed or owned by someone else looks the same as
 * one that never existed. The time of an open store never runs backwards, so an expired artifact never comes back.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryArtifactStore } from "@toolgate/artifacts"
 * import { ArtifactStore } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const owner = { session: "alice", principal: "a digest" }
 * const program = Effect.gen(function* () {
 *   const { get, put } = yield* ArtifactStore
 *   const { ref } = yield* put(Buffer.from("1 test failed"), { mediaType: "text/plain", name: "test.log", owner })
 *   const own = yield* get(ref, owner)
 *   // Knowing the reference gives no access.
 *   const others = yield* get(ref, { ...owner, session: "bob" })
 *   return [own?.size, others]
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryArtifactStore.layer())), [13, undefined])
 * ```
 */
export class ArtifactStore extends Context.Service<
  ArtifactStore,
  {
    /**
     * Stores bytes. If the owner already has the same bytes, updates that artifact's media type and name, and keeps the
     * later expiry. The artifact becomes visible only when it is complete.
     */
    readonly put: (bytes: Uint8Array, about: NewArtifact) => Effect<Artifact, ArtifactsFull | StoreUnavailable>
    readonly get: (ref: string, owner: ArtifactOwner) => Effect<Artifact | undefined, StoreUnavailable>
    /** Returns a part of the bytes, or `undefined` if `get` would return `undefined`. */
    readonly read: (
      ref: string,
      range: ArtifactRange,
      owner: ArtifactOwner
    ) => Effect<Uint8Array | undefined, StoreUnavailable>
    /** Returns the artifacts of one owner or of all owners, oldest first. */
    readonly list: (owner?: ArtifactOwner) => Effect<ReadonlyArray<OwnedArtifact>, StoreUnavailable>
    /** Removes an owner's artifact, or every artifact with this reference. Returns whether anything was removed. */
    readonly remove: (ref: string, owner?: ArtifactOwner) => Effect<boolean, StoreUnavailable>
  }
>()("@toolgate/core/ArtifactStore") {}

/**
 * Clamps a range to the bytes of an artifact. An invalid number counts as 0.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { clampArtifactRange } from "@toolgate/core"
 *
 * assert.deepEqual(clampArtifactRange(100, { start: 90, length: 50 }), { start: 90, end: 100 })
 * assert.deepEqual(clampArtifactRange(100, { start: Number.NaN, length: 10 }), { start: 0, end: 10 })
 * ```
 */
export const clampArtifactRange = (
  size: number,
  { start, length }: ArtifactRange
): { readonly start: number; readonly end: number } => {
  const from = within(size, start)
  return { start: from, end: from + within(size - from, length) }
}

const within = (most: number, given: number) => Math.max(0, Math.min(most, Math.trunc(given) || 0))
