import { type ApprovalCard, makeApprovalCard } from "@toolgate/approval"
import {
  type DispatchContext,
  type GrantSummary,
  type Judgement,
  PendingApprovals,
  type Refused,
  type RuleRef,
  refused,
  type ToolCall
} from "@toolgate/core"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import { summarizeGrant } from "@toolgate/policy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallOptions } from "./CallOptions.ts"

/** The options of `judge`: the hypothetical caller and its limits. */
export type JudgeOptions = Pick<
  CallOptions,
  "session" | "turn" | "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills" | "limits"
>

/**
 * A gate's verdict on a call that was not made. `allow`: the call would run within `grant`. `ask`: a person would first see `card`. `deny`:
 * the call would be refused with `refusal`.
 *
 * ```ts
 * import type { CallJudgement } from "toolgate"
 *
 * export const shown = (judged: CallJudgement): string => {
 *   if (judged.decision === "deny") return judged.refusal.message
 *   return judged.decision === "ask" ? judged.card.summary : `Allowed by ${judged.because.rule}.`
 * }
 * ```
 */
export type CallJudgement =
  | { readonly decision: "allow"; readonly because: RuleRef; readonly grant: GrantSummary }
  | {
      readonly decision: "ask"
      readonly because: RuleRef
      /** The grant that the call gets if the person approves. */
      readonly grant: GrantSummary
      /** The question as a person would see it. */
      readonly card: ApprovalCard
      /** Whether a person has already answered, either for the session or for this deferred call. */
      readonly isAnswered: boolean
    }
  | {
      readonly decision: "deny"
      /** The rule that denies the call. Absent if the call is refused before the policy is consulted. */
      readonly because?: RuleRef
      readonly refusal: Refused
    }

/** Judges a call. If `options` carries a refusal because an option was invalid, that refusal is the verdict. */
export const judgeCall = async (
  services: Context.Context<ToolDispatchEngine | PendingApprovals>,
  call: ToolCall,
  context: DispatchContext,
  { refusal }: DispatchOptions
): Promise<CallJudgement> =>
  refusal === undefined
    ? Effect.runPromiseWith(services)(
        Effect.flatMap(Context.get(services, ToolDispatchEngine).judge(call, context), (judged) => {
          const { isAnswered } = Context.get(services, PendingApprovals)
          const answered = judged.decision === "ask" ? isAnswered?.(judged.question) : undefined
          return Effect.flatMap(answered ?? Effect.succeed(false), (isAnswered) => callJudgement(judged, isAnswered))
        })
      )
    : { decision: "deny", refusal }

/** Converts an engine's judgement to plain data, with the card of its question. Never fails. */
const callJudgement = (judged: Judgement, isAnswered: boolean): Effect.Effect<CallJudgement> => {
  if (judged.decision === "deny") return Effect.succeed(judged)
  const { because } = judged
  return Effect.gen(function* (): Effect.fn.Return<CallJudgement> {
    const grant = summarizeGrant(judged.grant)
    if (judged.decision === "allow") return { decision: judged.decision, because, grant }
    const card = yield* makeApprovalCard(judged.question)
    return { decision: judged.decision, because, grant, card, isAnswered }
  }).pipe(
    // Only an app's own policy can get here, with a malformed question.
    Effect.catchDefect(() =>
      Effect.succeed<CallJudgement>({
        decision: "deny",
        because,
        refusal: refused("InternalError", "The policy returned a question that cannot be shown.")
      })
    )
  )
}
