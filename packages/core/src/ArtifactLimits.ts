import { type Artifact, ArtifactsFull } from "./ArtifactStore.ts"

/** The bounds of a store of artifacts. */
export interface ArtifactLimits {
  /** The most bytes that one owner keeps. 64 MiB by default. */
  readonly ownerBytes: number
  /** The most bytes that the store keeps in all, where equal bytes count once. 1 GiB by default. */
  readonly totalBytes: number
  /** The time in milliseconds after which an artifact expires. 24 hours by default. */
  readonly ttlMs: number
}

/** The bounds of a store that is given no others. */
export const artifactLimits: ArtifactLimits = {
  ownerBytes: 64 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  ttlMs: 24 * 60 * 60 * 1000
}

/** Returns when an artifact expires that was put at a time. Not later than the last time that a date can say. */
export const computeArtifactExpiry = (at: number, ttlMs: number): number => Math.min(at + ttlMs, lastTime)

const lastTime = 8_640_000_000_000_000

/** The bytes that a store keeps for an owner and in all, as `put` finds them. */
export interface ArtifactBytes {
  readonly owner: number
  readonly total: number
}

/** Returns the refusal of a store for bytes that do not fit beside what it keeps. `added` is what each count would grow by. */
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

/** Whether a text has the form of a reference to an artifact. */
export const isArtifactRef = (text: string): text is Artifact["ref"] => /^artifact:sha256-[\da-f]{64}$/.test(text)
