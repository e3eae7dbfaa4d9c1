import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DecidedApproval } from "./DecidedApproval.ts"
import type { ExecutionGrant } from "./ExecutionGrant.ts"
import type { ApprovedFile } from "./FileContent.ts"
import type { Args } from "./json/Json.ts"
import type { PermissionRequest } from "./PermissionRequest.ts"
import type { ApprovalClaim, Permit, RuleRef } from "./Permit.ts"
import { type Gated, refuse } from "./Refused.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"
import type { Asked } from "./Verdict.ts"

/**
 * The narrowest rule that would decide such a call in future. `none` says why no rule can, as the end of a sentence that
 * begins with "the call".
 */
export type RuleSuggestion = { readonly rule: string } | { readonly none: string }

/** A question that the policy wants a person to answer. */
export interface ApprovalQuestion {
  readonly request: PermissionRequest
  readonly because: RuleRef
  readonly why: string
  readonly covers: Asked["covers"]
  /** The grant of the call if the person approves it. */
  readonly grant: ExecutionGrant
  /** Whether the first answer applies to the session, with any scope. */
  readonly onlyOnce: boolean
  /** The `RuntimePolicy.digest` of the policy that asks. */
  readonly policyDigest?: string
  /** Returns the rule that would have decided. Absent: the policy has no rules. */
  readonly suggestRule?: () => RuleSuggestion
}

/** A person's approval of one call. It is already used up and serves no other call. */
export interface Approval extends DecidedApproval {
  /** The person's time to answer, in milliseconds; 0 if an earlier answer of the session applied. */
  readonly waitedMs: number
  /** Set if the approval is stored and has to be claimed when the call starts. */
  readonly claim?: ApprovalClaim
  /** The files of the call as they were when it was approved. */
  readonly files?: ReadonlyArray<ApprovedFile>
  /** The approved arguments, if the person edited them. The gate judges the call again with them. */
  readonly args?: Args
}

/**
 * Counts the duration of an effect as waiting for a person. A policy wraps its question to a person in this function.
 * Outside a gate, it counts nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { AskingTime } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * // A policy wraps its question, and the gate measures the wait.
 * let questions = 0
 * const question = Effect.flatMap(AskingTime, (count) => count(Effect.succeed("approved")))
 * const gate = Effect.provideService(question, AskingTime, (answer) => {
 *   questions++
 *   return answer
 * })
 * assert.equal(await Effect.runPromise(gate), "approved")
 * assert.equal(questions, 1)
 * ```
 */
export const AskingTime = Context.Reference<<A>(answer: Gated<A>) => Gated<A>>("@toolgate/core/AskingTime", {
  defaultValue: () => (answer) => answer
})

/**
 * Asks people for approval.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { refuse } from "@toolgate/core"
 * import * as Layer from "effect/Layer"
 * import { createToolgate, defineTool } from "toolgate"
 * import { Approvals } from "toolgate/effect"
 *
 * const parameters = { type: "object" } as const
 * const execute = () => "Deployed."
 * const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
 * const approvals = Layer.succeed(Approvals, {
 *   obtain: ({ why }) => refuse("UserDenied", `No person is asked at night: ${why}`)
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], approvals })
 * const { error } = await gate.dispatch({ id: "1", tool: "deploy", args: {} })
 * assert.match(error?.message ?? "", /^No person is asked at night/)
 * ```
 */
export class Approvals extends Context.Service<
  Approvals,
  {
    /**
     * Asks a person and waits for the answer, up to a time limit. Interrupting the effect withdraws the question. A
     * refusal says who or what denied the call.
     *
     * If the request already carries an approval (`given`), no person is asked: returns the approval if it matches the
     * request exactly, and refuses the call if anything differs. If the call does not wait (`defer`), stores the question
     * and refuses the call with `ApprovalPending`.
     */
    readonly obtain: (question: ApprovalQuestion) => Gated<Approval>
    /**
     * Checks just before the call starts that its approved files are unchanged, because a call may have queued after the
     * decision. Refuses the call if they changed.
     */
    readonly recheck?: (permit: Permit) => Gated<void>
    /**
     * Withdraws the undecided ones among these deferred questions, because their calls will not be repeated. Stops at the
     * first failure.
     */
    readonly withdraw?: (ids: ReadonlyArray<string>) => Effect<void, StoreUnavailable>
    /** Forgets the answers for a session, because the session has ended. */
    readonly sessionEnded?: (session: string) => void
  }
>()("@toolgate/core/Approvals") {
  /** Approvals for a gate that cannot ask a person: every question is refused. */
  static readonly layerNobody = Layer.succeed(Approvals, {
    obtain: ({ request, why }) => refuse("PolicyDenied", nobody(request, why))
  })
}

const nobody = ({ tool, given }: PermissionRequest, why: string): string => {
  if (given !== undefined)
    return `The call of tool "${tool.name}" carries an approval, but this gate does not store approvals; nothing was run.`
  return tool.escalates === true
    ? `Tool "${tool.name}" asks a person, but this gate cannot ask one. Continue without an answer, or say in your reply what a person has to decide.`
    : `Tool "${tool.name}" needs a person's approval, but this gate cannot ask one: ${why}`
}
