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
  const kept = new Kept<Verdict | Judge>((tool, asker) => specialised(parts, tool, asker))
  let revision = revisionOf(parts)
  const of = (tool: RegisteredTool, asker: Asker): Verdict | Judge => {
    const now = revisionOf(parts)
    if (now !== revision) {
      revision = now
      kept.forget()
    }
    return kept.of(tool, asker)
  }
  // Empty is not absent: a policy of nothing has allowed nothing.
  const judge: Judge =
    parts.length === 0
      ? meet()
      : (request) => {
          const known = of(request.tool, request.context)
          return typeof known === "function" ? known(request) : known
        }
  return {
    judge,
    explain: (request) => ({ verdict: judge(request), steps: explained(parts, request) }),
    mayPermit: (tool, asker) => {
      const known = of(tool, asker)
      if (parts.length === 0) return false
      return typeof known === "function" || known.decision !== "deny"
    }
  }
}

const revisionOf = (parts: ReadonlyArray<PolicyPart>): number => {
  let sum = 0
  for (const { revision } of parts) if (revision !== undefined) sum += revision()
  return sum
}

/** All that is known of a tool in somebody's hands before it is called, and what has to be asked for each call. */
const specialised = (parts: ReadonlyArray<PolicyPart>, tool: RegisteredTool, asker: Asker): Verdict | Judge => {
  const judges: Array<Judge> = []
  let constant: Verdict = noOpinion
  for (const part of parts) {
    for (const principal of chainOf(asker.principal)) {
      const known = part.of(tool, { principal, caller: asker.caller })
      if (typeof known !== "function" && judges.length === 0) constant = meetVerdicts(constant, known)
      else judges.push(typeof known === "function" ? known : () => known)
      if (typeof known !== "function" && known.decision === "deny" && judges.length === 0) return constant
    }
  }
  if (judges.length === 0) return constant
  return constant === noOpinion && judges.length > 0 ? meet(...judges) : meet(() => constant, ...judges)
}

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
