import {
  type Allowed,
  type Approval,
  Approvals,
  type Asked,
  type Asker,
  AskingTime,
  type Denied,
  type Gated,
  type Judge,
  type PermissionRequest,
  type Permit,
  type RegisteredTool,
  type RuntimePolicy,
  refuse
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { grantOf } from "./grantOf.ts"
import { type Exceeded, Quotas } from "./Quotas.ts"
import { readJudge } from "./readVerdict.ts"

export interface SettleOptions {
  /** Which tools are shown to whom; all, where it is left out. */
  readonly mayPermit?: (tool: RegisteredTool, asker: Asker) => boolean
  readonly quotas?: Quotas
}

/**
 * Makes the policy that a gate asks of a judge, outermost and once: it asks a person where the verdict is to ask, counts
 * quotas, and joins the grant to the request. A call is judged again after a person approved it, because the policy may have
 * become narrower meanwhile.
 */
export const settle = (
  given: Judge,
  { mayPermit, quotas = new Quotas([]) }: SettleOptions = {}
): Effect.Effect<RuntimePolicy["Service"], never, Approvals> =>
  Effect.map(Approvals, (approvals) => {
    const judge = readJudge(given)
    const permitted = (request: PermissionRequest, verdict: Allowed | Asked, approval?: Approval): Gated<Permit> => {
      const exceeded = quotas.isEmpty ? undefined : quotas.take(request)
      return exceeded === undefined ? Effect.succeed(permitOf(request, verdict, approval)) : overQuota(exceeded)
    }
    const asked = (request: PermissionRequest, verdict: Asked): Gated<Permit> => {
      // Nobody is asked about a call that will not run.
      const exceeded = quotas.exceeded(request)
      if (exceeded !== undefined) return overQuota(exceeded)
      const { because, why, covers } = verdict
      const question = { request, because, why, covers, onlyOnce: covers === "tool" }
      return Effect.flatMap(counted(approvals.obtain(question)), (approval) => {
        const now = judge(request)
        return now.decision === "deny" ? denied(now) : permitted(request, now, approval)
      })
    }
    return {
      checkPermission: (request) => {
        const verdict = judge(request)
        if (verdict.decision === "deny") return denied(verdict)
        return verdict.decision === "ask" ? asked(request, verdict) : permitted(request, verdict)
      },
      sessionEnded: (session) => {
        quotas.sessionEnded(session)
        approvals.sessionEnded?.(session)
      },
      ...(mayPermit === undefined ? {} : { mayPermit: quotas.isEmpty ? mayPermit : within(quotas, mayPermit) })
    }
  })

const within =
  (quotas: Quotas, mayPermit: NonNullable<SettleOptions["mayPermit"]>): typeof mayPermit =>
  (tool, asker) =>
    !quotas.isNever(tool) && mayPermit(tool, asker)

const counted = (answer: Gated<Approval>): Gated<Approval> =>
  Exit.isExit(answer) ? answer : Effect.flatMap(AskingTime, (asking) => asking(answer))

const permitOf = (request: PermissionRequest, verdict: Allowed | Asked, approval?: Approval): Permit => {
  const grant = grantOf(request, verdict)
  const { because } = verdict
  return approval === undefined
    ? { request, grant, because, waitedMs: 0 }
    : { request, grant, because, approvalId: approval.id, waitedMs: approval.waitedMs }
}

const denied = ({ because, why, refusal = "PolicyDenied" }: Denied): Gated<never> =>
  refuse(refusal, refusal === "SandboxUnavailable" ? why : `Permission denied: ${why}`, { ...because })

const overQuota = ({ because, message }: Exceeded): Gated<never> => refuse("QuotaExceeded", message, { ...because })
