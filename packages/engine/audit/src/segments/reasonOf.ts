import { SegmentGone } from "./standsAt.ts"

/** Returns the reason why a segment was given up, as one word: what was found in its place, or the system's code. */
export const reasonOf = (error: unknown): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SegmentGone) return cause.found
    if ("code" in cause && typeof cause.code === "string" && /^\w{1,64}$/.test(cause.code)) return cause.code
  }
  return "unknown"
}
