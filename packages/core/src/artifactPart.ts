import type { ArtifactRange } from "./ArtifactStore.ts"

/** Returns where a range of an artifact begins and ends, within its bytes. Numbers that are none count as 0. */
export const artifactPart = (
  size: number,
  { start, length }: ArtifactRange
): { readonly start: number; readonly end: number } => {
  const from = within(size, start)
  return { start: from, end: from + within(size - from, length) }
}

const within = (most: number, given: number) => Math.max(0, Math.min(most, Math.trunc(given) || 0))
