import {
  type Allowed,
  type Approval,
  type ApprovalQuestion,
  Approvals,
  type Asked,
  type Asker,
  AskingTime,
  type Denied,
  type Gated,
  type Judge,
  type PermissionRequest,
  type Permit,
  type QuotaCount,
  type QuotaStore,
  type RuleSuggestion,
  type RuntimePolicy,
  refuse,
  type ToolDefinition
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { grantOf } from "./grantOf.ts"
import type { Exceeded, Quotas } from "./Quotas.ts"
import { readJudge } from "./readVerdict.ts"

/** The options of `runtimePolicyOf`. */
export interface RuntimePolicyOptions {
  /** Decides which tools are shown to whom. Absent: all tools are shown. */
  readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
  /** Returns the rule that would have answered for a call in the place of a person. Absent: no rule is suggested. */
  readonly suggestRule?: (request: PermissionRequest) => RuleSuggestion
  /** The limits on how often tools may be called, and the store that counts the calls. */
  readonly quotas?: { readonly limits: Quotas; readonly store: QuotaStore["Service"] }
}

/**
 * Makes the `RuntimePolicy` of a gate from a judge. The policy asks a person if the verdict is to ask, counts calls
 * against the quotas, and adds the grant to the request. Wrap the outermost judge, once. After a person approves a
 * call, the call is judged again, because the policy may have become narrower in the meantime.
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { ask, createToolgate } from "toolgate"
 * import { RuntimePolicy, runtimePolicyOf } from "toolgate/effect"
 *
 * const because = { layer: "app", rule: "confirm everything", source: "policy.ts" }
 * const policy = Layer.effect(RuntimePolicy, runtimePolicyOf(() => ask(because, "Everything is confirmed here.")))
 * export const gate = await createToolgate({ workspace: ".", policy, tools: [], onAsk: "wait" })
 * ```
 */
export const runtimePolicyOf = (
  given: Judge,
  { mayPermit, suggestRule, quotas }: RuntimePolicyOptions = {}
): Effect.Effect<RuntimePolicy["Service"], never, Approvals> =>
  Effect.map(Approvals, (approvals) => {
    const judge = readJudge(given)
    const unlessFull = (step: "take" | "look", request: PermissionRequest, permit: Gated<Permit>): Gated<Permit> => {
      const counts = quotas?.limits.of(request)
      if (quotas === undefined || counts === undefined || counts.length === 0) return permit
      const answer = quotas.store[step](counts)
      const then = (full: QuotaCount | undefined) =>
        full === undefined ? permit : overQuota(quotas.limits.exceeded(request.tool, full))
      // A store in memory answers synchronously, and needs no fiber.
      return Exit.isExit(answer) && answer._tag === "Success"
        ? then(answer.value as QuotaCount | undefined)
        : Effect.flatMap(answer, then)
    }
    const permitted = (request: PermissionRequest, verdict: Allowed | Asked, approval?: Approval): Gated<Permit> =>
      unlessFull("take", request, Effect.succeed(permitOf(request, verdict, approval)))
    const asked = (request: PermissionRequest, verdict: Asked): Gated<Permit> =>
      Effect.suspend(() => {
        const { because, why, covers } = verdict
        const question: ApprovalQuestion = {
          request,
          because,
          why,
          covers,
          grant: grantOf(request, verdict),
          onlyOnce: covers === "tool",
          ...(suggestRule === undefined ? {} : { suggestRule: () => suggestRule(request) })
        }
        return Effect.flatMap(counted(approvals.obtain(question)), (given) => {
          const approval = approvalOf(given)
          if (approval === undefined) return unapproved(request)
          const now = judge(request)
          return now.decision === "deny" ? denied(now) : permitted(request, now, approval)
        })
      })
    return {
      checkPermission: (request) => {
        const verdict = judge(request)
        if (verdict.decision === "deny") return denied(verdict)
        // Nobody is asked about a call that a full quota would stop.
        if (verdict.decision === "ask") return unlessFull("look", request, asked(request, verdict))
        return permitted(request, verdict)
      },
      sessionEnded: (session) => {
        // An app's own approvals may throw, and the counts of the session end with it all the same.
        try {
          approvals.sessionEnded?.(session)
        } finally {
          quotas?.store.sessionEnded(session)
        }
      },
      ...(mayPermit === undefined ? {} : { mayPermit: quotas === undefined ? mayPermit : within(quotas, mayPermit) })
    }
  })

const within =
  (
    { limits }: NonNullable<RuntimePolicyOptions["quotas"]>,
    mayPermit: NonNullable<RuntimePolicyOptions["mayPermit"]>
  ): typeof mayPermit =>
  (tool, asker) =>
    limits.never(tool) === undefined && mayPermit(tool, asker)

const counted = (answer: Gated<Approval>): Gated<Approval> =>
  Exit.isExit(answer) ? answer : Effect.flatMap(AskingTime, (asking) => asking(answer))

/** Reads an answer of an app's own approvals. `undefined`: the answer is no approval, and permits nothing. */
const approvalOf = (given: unknown): Approval | undefined => {
  try {
    const { id, waitedMs } = given as Partial<Approval>
    const isSound = typeof id === "string" && typeof waitedMs === "number" && waitedMs >= 0 && Number.isFinite(waitedMs)
    return isSound ? { id, waitedMs } : undefined
  } catch {
    return undefined
  }
}

const permitOf = (request: PermissionRequest, verdict: Allowed | Asked, approval?: Approval): Permit => {
  const grant = grantOf(request, verdict)
  const { because } = verdict
  return approval === undefined
    ? { request, grant, because, waitedMs: 0 }
    : { request, grant, because, approval: { id: approval.id }, waitedMs: approval.waitedMs }
}

const denied = ({ because, why, refusal = "PolicyDenied" }: Denied): Gated<never> =>
  refuse(refusal, refusal === "SandboxUnavailable" ? why : `Permission denied: ${why}`, { ...because })

const unapproved = ({ tool }: PermissionRequest): Gated<never> =>
  refuse(
    "PolicyDenied",
    `Permission denied: Tool "${tool.name}" needs a person's approval, and what asks them answered with something that is no approval.`
  )

const overQuota = ({ because, message }: Exceeded): Gated<never> => refuse("QuotaExceeded", message, { ...because })
