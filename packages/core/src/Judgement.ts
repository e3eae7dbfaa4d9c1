import type { ApprovalQuestion } from "./Approvals.ts"
import type { ExecutionGrant } from "./ExecutionGrant.ts"
import type { RuleRef } from "./Permit.ts"
import type { Refused } from "./Refused.ts"

/**
 * A policy's judgement of a call: it may run within a grant, a person has to approve it first, or it is refused.
 *
 * ```ts
 * import type { Judgement } from "@toolgate/core"
 *
 * export const lineOf = (judged: Judgement): string =>
 *   judged.decision === "deny" ? judged.refusal.message : `${judged.decision}, by ${judged.because.layer}: ${judged.because.rule}`
 * ```
 */
export type Judgement =
  | { readonly decision: "allow"; readonly because: RuleRef; readonly grant: ExecutionGrant }
  | {
      readonly decision: "ask"
      readonly because: RuleRef
      /** The grant of the call if the person approves it. */
      readonly grant: ExecutionGrant
      /** The question for the person. */
      readonly question: ApprovalQuestion
    }
  | {
      readonly decision: "deny"
      /** The rule that denies the call. Absent if the call is refused before any rule is checked. */
      readonly because?: RuleRef
      /** The answer that the call would get. */
      readonly refusal: Refused
    }
