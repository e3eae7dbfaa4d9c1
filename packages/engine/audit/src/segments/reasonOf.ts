import { SegmentGone } from "./standsAt.ts"

/** Returns the reason why a segment was given up, as one word: what was found in its place, or the system's code. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof SegmentGone) return error.found
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"
}
