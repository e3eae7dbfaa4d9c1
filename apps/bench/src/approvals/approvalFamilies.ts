import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { answers } from "./answers.ts"
import { pending } from "./pending.ts"

/** The families about the cost of approvals, by name. */
export const approvalFamilies: ReadonlyArray<readonly [string, (scale: Scale) => Promise<Family>]> = [
  ["approvals.answers", answers],
  ["approvals.pending", pending]
]
