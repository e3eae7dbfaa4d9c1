import { type Artifact, ArtifactsFull } from "./ArtifactStore.ts"

/** The limits of an artifact store. */
export interface ArtifactLimits {
  /** The maximum number of bytes per owner. 64 MiB by default. */
  readonly ownerBytes: number
  /** The maximum number of bytes in the store, where equal content counts once. 1 GiB by default. */
  readonly totalBytes: number
  /** The lifetime of an artifact in milliseconds. 24 hours by default. */
  readonly ttlMs: number
}

/** The default limits of an artifact store. */
export const artifactLimits: ArtifactLimits = {
  ownerBytes: 64 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  ttlMs: 24 * 60 * 60 * 1000
}

/**
 * Returns when an artifact expires. The result is capped at the latest time that a `Date` can hold.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { computeArtifactExpiry } from "@toolgate/core"
 *
 * const at = Date.parse("2026-01-05T12:00:00Z")
 * assert.equal(new Date(computeArtifactExpiry(at, 60_000)).toISOString(), "2026-01-05T12:01:00.000Z")
 * // An unlimited lifetime still ends at a valid date.
 * assert(Number.isFinite(computeArtifactExpiry(at, Number.POSITIVE_INFINITY)))
 * ```
 */
export const computeArtifactExpiry = (at: number, ttlMs: number): number => Math.min(at + ttlMs, lastTime)

const lastTime = 8_640_000_000_000_000

/** The bytes in use by an owner and in the whole store. */
export interface ArtifactBytes {
  readonly owner: number
  readonly total: number
}

/**
 * Returns an error if new bytes exceed the limits of the owner or the store. `added` is how much each count would grow.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { artifactLimits, checkArtifactSpace } from "@toolgate/core"
 *
 * const used = { owner: 900, total: 5_000 }
 * const limits = { ...artifactLimits, ownerBytes: 1_000 }
 * assert.equal(checkArtifactSpace(used, { owner: 100, total: 100 }, limits), undefined)
 * assert.match(checkArtifactSpace(used, { owner: 101, total: 101 }, limits)?.message ?? "", /does not fit/)
 * ```
 */
export const checkArtifactSpace = (
  used: ArtifactBytes,
  added: ArtifactBytes,
  { ownerBytes, totalBytes }: ArtifactLimits
): ArtifactsFull | undefined => {
  if (added.owner > 0 && used.owner + added.owner > ownerBytes)
    return full(added.owner, `of the ${ownerBytes} bytes for one agent in a session`, ownerBytes - used.owner)
  if (added.total > 0 && used.total + added.total > totalBytes)
    return full(added.total, `of the ${totalBytes} bytes of the store`, totalBytes - used.total)
  return undefined
}

const full = (size: number, whose: string, free: number) =>
  new ArtifactsFull({ message: `The artifact of ${size} bytes does not fit: ${whose}, ${Math.max(0, free)} are free.` })

/**
 * Whether a text has the form of an artifact reference.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isArtifactRef } from "@toolgate/core"
 *
 * assert.equal(isArtifactRef(`artifact:sha256-${"0".repeat(64)}`), true)
 * assert.equal(isArtifactRef("artifact:../../etc/passwd"), false)
 * ```
 */
export const isArtifactRef = (text: string): text is Artifact["ref"] => /^artifact:sha256-[\da-f]{64}$/.test(text)
