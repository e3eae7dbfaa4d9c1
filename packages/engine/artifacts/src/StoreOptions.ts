import {
  type ArtifactLimits,
  artifactLimits,
  computeArtifactExpiry,
  type NewArtifact,
  type OwnedArtifact
} from "@toolgate/core"

/** The options of a store of artifacts. */
export interface StoreOptions extends Partial<ArtifactLimits> {
  /** Returns the time in milliseconds since the epoch. By default the clock of this machine. */
  readonly now?: (() => number) | undefined
}

/** Returns the bounds of a store, and its time, which never runs back. */
export const settingsOf = ({ now = Date.now, ...limits }: StoreOptions) => {
  let latest = 0
  const time = () => {
    latest = Math.max(latest, now())
    return latest
  }
  return { limits: { ...artifactLimits, ...limits }, time }
}

/** Returns the artifact that an owner has after bytes were put, where the owner had the artifact `known` before. */
export const artifactPut = (
  { ref, size }: Pick<OwnedArtifact, "ref" | "size">,
  { mediaType, name, owner, ttlMs }: NewArtifact,
  { at, ttl, known }: { readonly at: number; readonly ttl: number; readonly known: OwnedArtifact | undefined }
): OwnedArtifact => ({
  ref,
  size,
  mediaType,
  name,
  createdAt: known?.createdAt ?? at,
  expiresAt: Math.max(known?.expiresAt ?? 0, computeArtifactExpiry(at, ttlMs ?? ttl)),
  owner: { session: owner.session, principal: owner.principal }
})

/** Returns the text that tells one artifact of one owner from all others. */
export const keyOf = (ref: string, { session, principal }: OwnedArtifact["owner"]): string =>
  JSON.stringify([ref, session, principal])
