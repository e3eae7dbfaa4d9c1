import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { Effect } from "effect/Effect"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/** The owner of an artifact. For anybody else, the artifact does not exist. */
export interface ArtifactOwner {
  readonly session: string
  /** The digest of a principal: of its chain of agents, and of whom they act for. `artifactOwner` of `@toolgate/artifacts` makes it. */
  readonly principal: string
}

/** An artifact: bytes that are kept outside of a conversation, which holds a reference to them. */
export interface Artifact {
  /** `artifact:sha256-` and the digest of the bytes, in 64 hexadecimal digits. */
  readonly ref: string
  /** The number of bytes. */
  readonly size: number
  readonly mediaType: string
  /** The name that the source of the bytes gave them, for people. Never the name of a file in the store. */
  readonly name: string | undefined
  /** A time in milliseconds since the epoch, as `expiresAt` is. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** An artifact as a list shows it. */
export interface OwnedArtifact extends Artifact {
  readonly owner: ArtifactOwner
}

/** A description of bytes that are put into a store. */
export interface NewArtifact {
  readonly mediaType: string
  readonly name?: string | undefined
  readonly owner: ArtifactOwner
  /** The time in milliseconds until the artifact expires. The store's own by default. */
  readonly ttlMs?: number | undefined
}

/** A range of an artifact, in bytes. What lies beyond the end is left out. */
export interface ArtifactRange {
  readonly start: number
  readonly length: number
}

/** The error for bytes that exceed what an owner, or all owners together, may keep. Nothing was stored. */
export class ArtifactsFull extends Data.TaggedError("ArtifactsFull")<{ readonly message: string }> {}

/**
 * The store of artifacts, which several gates may share. Equal bytes have one reference. The store keeps them once, and removes them
 * with the last artifact that has them.
 *
 * A reference is no authority: an artifact of another owner, an expired one and a removed one are as unknown as one that never was.
 * Time never runs back for a store that is open, so that nothing that has expired returns.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { type ArtifactOwner, ArtifactStore } from "@toolgate/core"
 *
 * export const keep = (log: string, owner: ArtifactOwner) =>
 *   Effect.gen(function* () {
 *     const { put } = yield* ArtifactStore
 *     const { ref } = yield* put(new TextEncoder().encode(log), { mediaType: "text/plain", name: "build.log", owner })
 *     return ref
 *   })
 * ```
 */
export class ArtifactStore extends Context.Service<
  ArtifactStore,
  {
    /**
     * Stores bytes. If the owner has them already, that artifact takes this media type and this name, and lasts as long as either would.
     * When the effect ends, the artifact is whole for everybody; before that, nobody sees any of it.
     */
    readonly put: (bytes: Uint8Array, about: NewArtifact) => Effect<Artifact, ArtifactsFull | StoreUnavailable>
    readonly get: (ref: string, owner: ArtifactOwner) => Effect<Artifact | undefined, StoreUnavailable>
    /** Returns a part of the bytes, or `undefined` where `get` would. */
    readonly read: (
      ref: string,
      range: ArtifactRange,
      owner: ArtifactOwner
    ) => Effect<Uint8Array | undefined, StoreUnavailable>
    /** Returns the artifacts of an owner, or of all, from the oldest to the newest. */
    readonly list: (owner?: ArtifactOwner) => Effect<ReadonlyArray<OwnedArtifact>, StoreUnavailable>
    /** Removes an artifact of an owner, or all artifacts of this reference. Returns whether there was one. */
    readonly remove: (ref: string, owner?: ArtifactOwner) => Effect<boolean, StoreUnavailable>
  }
>()("@toolgate/core/ArtifactStore") {}

/** Returns where a range of an artifact begins and ends, within its bytes. Numbers that are none count as 0. */
export const clampArtifactRange = (
  size: number,
  { start, length }: ArtifactRange
): { readonly start: number; readonly end: number } => {
  const from = within(size, start)
  return { start: from, end: from + within(size - from, length) }
}

const within = (most: number, given: number) => Math.max(0, Math.min(most, Math.trunc(given) || 0))
