import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { measureAnswers } from "./measureAnswers.ts"
import { measurePages } from "./measurePages.ts"
import { measurePending } from "./measurePending.ts"

/** The families about the cost of approvals, by name. */
export const approvalFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["approvals.answers", measureAnswers],
  ["approvals.pages", measurePages],
  ["approvals.pending", measurePending]
]
