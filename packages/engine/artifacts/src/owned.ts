import type { Artifact, ArtifactBytes, ArtifactOwner, OwnedArtifact } from "@toolgate/core"

/** Returns an artifact without its owner. */
export const omitOwner = ({ owner: _, ...artifact }: OwnedArtifact): Artifact => artifact

export const isOf = ({ owner }: OwnedArtifact, { session, principal }: ArtifactOwner): boolean =>
  owner.session === session && owner.principal === principal

/** Returns the bytes that artifacts use: those of one owner, and the total, in which equal bytes count once. */
export const countBytes = (artifacts: Iterable<OwnedArtifact>, owner: ArtifactOwner): ArtifactBytes => {
  const counted = new Set<string>()
  let [own, total] = [0, 0]
  for (const artifact of artifacts) {
    if (isOf(artifact, owner)) own += artifact.size
    if (!counted.has(artifact.ref)) total += artifact.size
    counted.add(artifact.ref)
  }
  return { owner: own, total }
}
