import type { OnAsk } from "./OnAsk.ts"

/** Approves each question, for its one call. For tests: nobody has looked. */
export const approvesAll: OnAsk = () => ({ decision: "approve" })

/** Denies each question, for its one call. */
export const deniesAll: OnAsk = () => ({ decision: "deny", reason: "Every question is denied here." })
