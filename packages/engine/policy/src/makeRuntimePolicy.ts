import {
  type Allowed,
  type Approval,
  type ApprovalQuestion,
  Approvals,
  type ArgumentsEdited,
  type Asked,
  type Asker,
  AskingTime,
  type Denied,
  type FileException,
  type Gated,
  type Judge,
  type Judgement,
  type PermissionRequest,
  type Permit,
  type QuotaCount,
  type QuotaStore,
  type Refused,
  type RuleRef,
  type RuleSuggestion,
  type RuntimePolicy,
  refuse,
  refused,
  type ToolDefinition
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeGrant } from "./grant/makeGrant.ts"
import { askEscalations } from "./parts/escalations.ts"
import type { Exceeded, Quotas } from "./quota/Quotas.ts"
import { readApproval } from "./verdict/readApproval.ts"
import { readJudge } from "./verdict/readVerdict.ts"

/** The options of `makeRuntimePolicy`. */
export interface RuntimePolicyOptions {
  /** Decides which tools each asker sees. Absent: all tools. */
  readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
  /** Returns the rule that would have answered for a call instead of a person. Absent: no rule is suggested. */
  readonly suggestRule?: (request: PermissionRequest) => RuleSuggestion
  /** Returns a digest of the judge's current rules. Absent: the policy has no digest. */
  readonly digest?: () => string
  /**
   * Returns the files that a confined process may not use inside its trees. Absent: the process may use all of them.
   */
  readonly exceptions?: (workspace: string) => ReadonlyArray<FileException>
  /** The limits on how often tools may be called, and the store that counts the calls. */
  readonly quotas?: { readonly limits: () => Quotas; readonly store: QuotaStore["Service"] }
}

/**
 * Makes the `RuntimePolicy` of a gate from a judge. The policy asks a person if the verdict is to ask, counts calls
 * against the quotas, and adds the grant to the request. Wrap the outermost judge, once. After a person approves a
 * call, the call is judged again, because the policy may have become narrower in the meantime. If a call comes with an
 * approval, `Approvals` checks the approval instead of asking, whether the verdict is to ask or to allow.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Layer from "effect/Layer"
 * import { ask, builtins, createToolgate } from "toolgate"
 * import { makeRuntimePolicy, RuntimePolicy } from "toolgate/effect"
 *
 * const because = { layer: "app", rule: "confirm everything", source: "policy.ts" }
 * const policy = Layer.effect(
 *   RuntimePolicy,
 *   makeRuntimePolicy(() => ask(because, "Everything is confirmed here."))
 * )
 * const onAsk = () => ({ decision: "approve" }) as const
 * await using gate = await createToolgate({ workspace: ".", policy, tools: builtins(), onAsk })
 * const { success } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * assert.equal(success, true)
 * ```
 */
export const makeRuntimePolicy = (
  given: Judge,
  options: RuntimePolicyOptions = {}
): Effect.Effect<RuntimePolicy["Service"], never, Approvals> =>
  Effect.map(Approvals, (approvals) => {
    const { mayPermit, digest, exceptions, quotas } = options
    const judge = askEscalations(readJudge(given))
    const unlessFull = <A>(
      step: "take" | "look",
      request: PermissionRequest,
      permit: Gated<A>,
      over: (exceeded: Exceeded) => Gated<A> = overQuota
    ): Gated<A> => {
      // The limits may be replaced while the counts are looked up.
      const limits = quotas?.limits()
      const counts = request.goesOn === true ? undefined : limits?.of(request)
      if (limits === undefined || quotas === undefined || counts === undefined || counts.length === 0) return permit
      const answer = quotas.store[step](counts)
      const then = (full: QuotaCount | undefined) =>
        full === undefined ? permit : over(limits.exceeded(request.tool, full))
      // A store in memory answers synchronously, and needs no fiber.
      return Exit.isExit(answer) && answer._tag === "Success"
        ? then(answer.value as QuotaCount | undefined)
        : Effect.flatMap(answer, then)
    }
    const permitted = (request: PermissionRequest, verdict: Allowed | Asked, approval?: Approval): Gated<Permit> =>
      unlessFull("take", request, Effect.succeed(permitOf(request, verdict, approval)))
    const approved = (request: PermissionRequest, verdict: Allowed | Asked): Gated<Permit | ArgumentsEdited> =>
      Effect.suspend(() => {
        const answer = approvals.obtain(questionOf(request, verdict, options))
        return Effect.flatMap(waits(request) ? counted(answer) : answer, (given): Gated<Permit | ArgumentsEdited> => {
          const approval = readApproval(given, request)
          if (approval === undefined) return unapproved(request)
          if (approval.args !== undefined)
            return Effect.succeed({ _tag: "ArgumentsEdited", approval: approval.id, args: approval.args })
          const now = judge(request)
          return now.decision === "deny" ? denied(now) : permitted(request, now, approval)
        })
      })
    return {
      checkPermission: (request) => {
        const verdict = judge(request)
        if (verdict.decision === "deny") return denied(verdict)
        // A person is not asked about a call that a full quota would stop.
        if (verdict.decision === "ask" || request.given !== undefined)
          return unlessFull("look", request, approved(request, verdict))
        return permitted(request, verdict)
      },
      judge: (request) => {
        const verdict = judge(request)
        if (verdict.decision === "deny") return Effect.succeed(judgedDenied(verdict.because, refusalOf(verdict)))
        return unlessFull("look", request, Effect.succeed(judgementOf(request, verdict, options)), (exceeded) =>
          Effect.succeed(judgedDenied(exceeded.because, refusalOfFull(exceeded)))
        )
      },
      sessionEnded: (session) => {
        // The session's counts end even if an app's own approvals throw.
        try {
          approvals.sessionEnded?.(session)
        } finally {
          quotas?.store.sessionEnded(session)
        }
      },
      ...(digest === undefined ? {} : { digest }),
      ...(exceptions === undefined ? {} : { exceptions }),
      ...(mayPermit === undefined ? {} : { mayPermit: quotas === undefined ? mayPermit : within(quotas, mayPermit) })
    }
  })

const within =
  (
    { limits }: NonNullable<RuntimePolicyOptions["quotas"]>,
    mayPermit: NonNullable<RuntimePolicyOptions["mayPermit"]>
  ): typeof mayPermit =>
  (tool, asker) =>
    limits().never(tool) === undefined && mayPermit(tool, asker)

const counted = (answer: Gated<Approval>): Gated<Approval> =>
  Exit.isExit(answer) ? answer : Effect.flatMap(AskingTime, (asking) => asking(answer))

/** Whether the call waits for a person: not if it is deferred, or comes with an approval. */
const waits = ({ given, context }: PermissionRequest): boolean => given === undefined && context.defer === undefined

const questionOf = (
  request: PermissionRequest,
  verdict: Allowed | Asked,
  { suggestRule, digest }: RuntimePolicyOptions
): ApprovalQuestion => {
  const { because } = verdict
  const { why, covers } = verdict.decision === "ask" ? verdict : allowedWith
  return {
    request,
    because,
    why,
    covers,
    grant: makeGrant(request, verdict),
    onlyOnce: covers !== "call",
    ...(suggestRule === undefined ? {} : { suggestRule: () => suggestRule(request) }),
    ...(digest === undefined ? {} : { policyDigest: digest() })
  }
}

// The person has already answered, so this reason is never shown.
const allowedWith = { why: "The call comes with an approval.", covers: "call" } as const

const permitOf = (request: PermissionRequest, verdict: Allowed | Asked, approval?: Approval): Permit => {
  const grant = makeGrant(request, verdict)
  const { because } = verdict
  if (approval === undefined) return { request, grant, because, waitedMs: 0 }
  const { waitedMs, args: _, ...approved } = approval
  const proposed = request.given?.proposed
  return {
    request,
    grant,
    because,
    approval: proposed === undefined ? approved : { ...approved, proposed },
    waitedMs
  }
}

const judgementOf = (
  request: PermissionRequest,
  verdict: Allowed | Asked,
  options: RuntimePolicyOptions
): Judgement => {
  const { because } = verdict
  const question = questionOf(request, verdict, options)
  const { grant } = question
  return verdict.decision === "allow"
    ? { decision: "allow", because, grant }
    : { decision: "ask", because, grant, question }
}

const judgedDenied = (because: RuleRef, refusal: Refused): Judgement => ({ decision: "deny", because, refusal })

const denied = (verdict: Denied): Gated<never> => Effect.fail(refusalOf(verdict))

const refusalOf = ({ because, why, refusal = "PolicyDenied" }: Denied): Refused =>
  refused(refusal, refusal === "SandboxUnavailable" ? why : `Permission denied: ${why}`, { ...because })

const unapproved = ({ tool }: PermissionRequest): Gated<never> =>
  refuse(
    "PolicyDenied",
    `Permission denied: Tool "${tool.name}" needs a person's approval, but the approval service returned an invalid answer.`
  )

const overQuota = (exceeded: Exceeded): Gated<never> => Effect.fail(refusalOfFull(exceeded))

const refusalOfFull = ({ because, message }: Exceeded): Refused => refused("QuotaExceeded", message, { ...because })
