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
 * The narrowest rule of a policy that would answer for a call from now on; or, as `none`, why there is no such rule: the end of a
 * sentence that begins with "the call".
 */
export type RuleSuggestion = { readonly rule: string } | { readonly none: string }

/** A question for a person, from the policy. */
export interface ApprovalQuestion {
  readonly request: PermissionRequest
  readonly because: RuleRef
  readonly why: string
  readonly covers: Asked["covers"]
  /** The grant that the call gets if the person approves it. */
  readonly grant: ExecutionGrant
  /** Whether the first answer is kept for the session, whatever it is. */
  readonly onlyOnce: boolean
  /** The `RuntimePolicy.digest` of the policy that asks. */
  readonly policyDigest?: string
  /** Returns the rule that would have answered. Absent: the policy has no rules. */
  readonly suggestRule?: () => RuleSuggestion
}

/** The approval of one call by a person. It is already used up for this call, and serves no other. */
export interface Approval extends DecidedApproval {
  /** The time that the person took, in milliseconds; 0 if the session had kept an answer. */
  readonly waitedMs: number
  /** Set if the approval is stored, and has to be claimed when the call begins. */
  readonly claim?: ApprovalClaim
  /** The files that the call was approved with. */
  readonly files?: ReadonlyArray<ApprovedFile>
  /** The arguments that were approved, if the person edited those of the call. The call is judged again with them. */
  readonly args?: Args
}

/**
 * Counts the time that an answer takes as waiting for a person. A policy that asks a person about a call wraps its question in this
 * function. Outside of a gate, nothing is counted.
 */
export const AskingTime = Context.Reference<<A>(answer: Gated<A>) => Gated<A>>("@toolgate/core/AskingTime", {
  defaultValue: () => (answer) => answer
})

/**
 * The service that asks people.
 *
 * ```ts
 * import { refuse } from "@toolgate/core"
 * import * as Layer from "effect/Layer"
 * import { Approvals } from "toolgate/effect"
 *
 * export const atNight = Layer.succeed(Approvals, {
 *   obtain: ({ why }) => refuse("UserDenied", `Nobody is asked at night: ${why}`)
 * })
 * ```
 */
export class Approvals extends Context.Service<
  Approvals,
  {
    /**
     * Asks a person and waits for the answer, within bounds. Interrupting the effect withdraws the question. A refusal says who or
     * what said no. A request that comes with an approval (`given`) asks nobody: the approval is returned if it is for this very
     * request, and refused if anything differs or is wider. A request of a call that does not wait (`defer`) is stored, and refused
     * as `ApprovalPending`.
     */
    readonly obtain: (question: ApprovalQuestion) => Gated<Approval>
    /**
     * Compares again what a permit was approved with, just before its call begins: a call waits for its turn after the decision. Refuses
     * the call if anything has changed.
     */
    readonly recheck?: (permit: Permit) => Gated<void>
    /**
     * Withdraws those of these deferred questions that nobody has decided, because their calls are never made again. Stops at the first
     * that cannot be withdrawn.
     */
    readonly withdraw?: (ids: ReadonlyArray<string>) => Effect<void, StoreUnavailable>
    /** Forgets the answers that were kept for a session, because the session has ended. */
    readonly sessionEnded?: (session: string) => void
  }
>()("@toolgate/core/Approvals") {
  /** Approvals for a gate with nobody to ask: the answer is always no. */
  static readonly layerNobody = Layer.succeed(Approvals, {
    obtain: ({ request, why }) => refuse("PolicyDenied", nobody(request, why))
  })
}

const nobody = ({ tool, given }: PermissionRequest, why: string): string => {
  if (given !== undefined)
    return `The call of tool "${tool.name}" comes with an approval, and this gate keeps none; nothing was run.`
  return tool.escalates === true
    ? `Tool "${tool.name}" asks a person, and there is nobody here to ask. Go on without an answer, or say in your own answer what a person has to decide.`
    : `Tool "${tool.name}" needs a person's approval, and there is nobody here to ask: ${why}`
}
