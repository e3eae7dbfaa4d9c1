import type { Asker, Judge, PermissionRequest, Principal, RegisteredTool, Verdict } from "@toolgate/core"
import { Kept } from "./Kept.ts"
import { meet, meetVerdicts } from "./meet.ts"
import type { Finding, PolicyPart } from "./PolicyPart.ts"
import { noOpinion } from "./verdicts.ts"

/** A policy that was put together from parts: what it thinks, why, and of what it will never think otherwise. */
export interface Policy {
  readonly judge: Judge
  /** Every part's findings, in order, for the principal and all above it. */
  readonly explain: (request: PermissionRequest) => Explanation
  /** False where no arguments could make it permit this tool to this asker. */
  readonly mayPermit: (tool: RegisteredTool, asker: Asker) => boolean
}

export interface Explanation {
  /** What `judge` answers. */
  readonly verdict: Verdict
  readonly steps: ReadonlyArray<ExplainedStep>
}

/** What one part found of one principal's call. */
export interface ExplainedStep {
  readonly part: string
  readonly agent: string
  readonly findings: ReadonlyArray<Finding>
}

/**
 * The meet of parts, in this order. Each is asked for the principal and for everyone above it, so that nobody ever may more
 * than whoever they act for.
 */
export const policyOf = (parts: ReadonlyArray<PolicyPart>): Policy => {
  const kept = new Kept<Opinion>((tool, asker) => specialised(parts, tool, asker))
  let revision = revisionOf(parts)
  const of = (tool: RegisteredTool, asker: Asker): Opinion => {
    const now = revisionOf(parts)
    if (now !== revision) {
      revision = now
      kept.forget()
    }
    return kept.of(tool, asker)
  }
  const judge: Judge = (request) => {
    const { verdict } = of(request.tool, request.context)
    return typeof verdict === "function" ? verdict(request) : verdict
  }
  return {
    judge,
    explain: (request) => ({ verdict: judge(request), steps: explained(parts, request) }),
    mayPermit: (tool, asker) => of(tool, asker).mayPermit
  }
}

/** All that is known of a tool in somebody's hands before it is called, and what has to be asked for each call. */
interface Opinion {
  readonly verdict: Verdict | Judge
  /** False: every call is denied, for whatever reason comes first. */
  readonly mayPermit: boolean
}

const revisionOf = (parts: ReadonlyArray<PolicyPart>): number => {
  let sum = 0
  for (const { revision } of parts) if (revision !== undefined) sum += revision()
  return sum
}

const specialised = (parts: ReadonlyArray<PolicyPart>, tool: RegisteredTool, asker: Asker): Opinion => {
  // Empty is not absent: a policy of nothing has allowed nothing.
  if (parts.length === 0) return { verdict: meet(), mayPermit: false }
  const steps: Array<Verdict | Judge> = []
  let mayPermit = true
  for (const part of parts)
    for (const principal of chainOf(asker.principal)) {
      const known = part.of(tool, { principal, caller: asker.caller })
      if (typeof known !== "function" && known.decision === "deny") mayPermit = false
      const last = steps.at(-1)
      if (known === noOpinion || isDenial(last)) continue
      if (typeof known === "function" || last === undefined || typeof last === "function") steps.push(known)
      else steps[steps.length - 1] = meetVerdicts(last, known)
    }
  const [only = noOpinion, ...more] = steps
  const verdict = more.length === 0 ? only : meet(...steps.map((one) => (typeof one === "function" ? one : () => one)))
  return { verdict, mayPermit }
}

const isDenial = (step: Verdict | Judge | undefined): boolean =>
  step !== undefined && typeof step !== "function" && step.decision === "deny"

const explained = (parts: ReadonlyArray<PolicyPart>, request: PermissionRequest): ReadonlyArray<ExplainedStep> =>
  parts.flatMap((part) =>
    [...chainOf(request.context.principal)].map((principal) => ({
      part: part.name,
      agent: principal.agent,
      findings: part.explain(request, principal)
    }))
  )

function* chainOf(principal: Principal): Generator<Principal> {
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent) yield one
}
