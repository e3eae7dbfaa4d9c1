import {
  type ArtifactLimits,
  artifactLimits,
  computeArtifactExpiry,
  type NewArtifact,
  type OwnedArtifact
} from "@toolgate/core"

/** The options of an artifact store. */
export interface StoreOptions extends Partial<ArtifactLimits> {
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** Returns the limits of a store, and a clock that never runs backwards. */
export const readSettings = ({ now = Date.now, ...limits }: StoreOptions) => {
  let latest = 0
  const time = () => {
    latest = Math.max(latest, now())
    return latest
  }
  return { limits: { ...artifactLimits, ...limits }, time }
}

/** Returns the artifact that an owner has after a `put`. `known` is the artifact that the owner had before. */
export const mergeArtifact = (
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

/** Returns the key of an artifact: unique for each combination of bytes and owner. */
export const formatKey = (ref: string, { session, principal }: OwnedArtifact["owner"]): string =>
  JSON.stringify([ref, session, principal])
