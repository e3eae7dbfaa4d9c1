import type { Asker, Judge, PermissionRequest, Principal, RuleRef, ToolDefinition, Verdict } from "@toolgate/core"
import { canBeWithin } from "./canBeWithin.ts"
import { verdictOf } from "./constantPart.ts"
import { Kept } from "./Kept.ts"
import { meetSound, meetVerdicts } from "./meet.ts"
import type { Finding, GrantCheck, PolicyPart } from "./PolicyPart.ts"
import { readJudge, readVerdict, soundJudge } from "./readVerdict.ts"
import { noOpinion } from "./verdicts.ts"

/** A policy that was put together from parts: what it thinks, why, and of what it will never think otherwise. */
export interface Policy {
  readonly judge: Judge
  /** Every part's findings, in order, for the principal and all above it. */
  readonly explain: (request: PermissionRequest) => Explanation
  /** False where no arguments could make it permit this tool to this asker, in their session and workspace, or in any. */
  readonly mayPermit: (tool: ToolDefinition, asker: Asker) => boolean
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
 * than whoever they act for. Parts may be an app's own: one that answers with no verdict denies.
 */
export const policyOf = (parts: ReadonlyArray<PolicyPart>): Policy => policyOfSound(parts.map(readPart))

/** `policyOf`, of parts of this package alone, whose answers need no reading. */
export const policyOfSound = (parts: ReadonlyArray<PolicyPart>): Policy => {
  const kept = new Kept<Opinion>((tool, asker) => specialised(parts, tool, asker))
  const revisions = parts.flatMap((part) => part.revision ?? [])
  let revision = sumOf(revisions)
  const of = (tool: ToolDefinition, asker: Asker): Opinion => {
    const now = sumOf(revisions)
    if (now !== revision) {
      revision = now
      kept.forget()
    }
    return kept.of(tool, asker)
  }
  return {
    judge: soundJudge((request) => {
      const opinion = of(request.tool, request.context)
      const verdict = verdictIn(opinion, request)
      return opinion.checks.length === 0 ? verdict : checked(opinion.checks, request, verdict).verdict
    }),
    explain: (request) => {
      const opinion = of(request.tool, request.context)
      const { verdict, found } = checked(opinion.checks, request, verdictIn(opinion, request))
      const steps = explained(parts, request)
      return { verdict, steps: [...steps, ...together(verdict, found, steps, request)] }
    },
    mayPermit: (tool, asker) => of(tool, asker).mayPermit(asker)
  }
}

/** All that is known of a tool in somebody's hands before it is called, and what has to be asked for each call. */
interface Opinion {
  readonly verdict: Verdict | Judge
  /** What has to look at the grant of each call. */
  readonly checks: ReadonlyArray<GrantCheck>
  /** False: every call from there is denied, for whatever reason comes first. */
  readonly mayPermit: (from: From) => boolean
}

/** Where a call comes from, for whoever knows. What is kept of a principal is the same for all of them. */
type From = Pick<Asker, "session" | "workspace">

/** The verdict on a call, before anybody has looked at its grant. */
const verdictIn = ({ verdict }: Opinion, request: PermissionRequest): Verdict =>
  typeof verdict === "function" ? verdict(request) : verdict

/** A verdict, and what was found of the grant. */
interface Judged {
  readonly verdict: Verdict
  readonly found: ReadonlyArray<Finding>
}

const nothing: ReadonlyArray<Finding> = []

const readPart = (part: PolicyPart): PolicyPart => {
  const { name, revision, ofGrant, bounds, mayPermit } = part
  return {
    name,
    of: (tool, asker) => {
      const known = part.of(tool, asker)
      return typeof known === "function" ? readJudge(known) : readVerdict(known)
    },
    explain: (request, principal) => part.explain(request, principal),
    ...(revision === undefined ? {} : { revision: () => revision.call(part) }),
    ...(ofGrant === undefined ? {} : { ofGrant: (tool) => ofGrant.call(part, tool) }),
    ...(bounds === undefined ? {} : { bounds: (tool, asker) => bounds.call(part, tool, asker) }),
    ...(mayPermit === undefined ? {} : { mayPermit: (tool, asker) => mayPermit.call(part, tool, asker) })
  }
}

const sumOf = (numbers: ReadonlyArray<() => number>): number => {
  let sum = 0
  for (const number of numbers) sum += number()
  return sum
}

const specialised = (parts: ReadonlyArray<PolicyPart>, tool: ToolDefinition, asker: Asker): Opinion => {
  // Empty is not absent: a policy of nothing has allowed nothing.
  if (parts.length === 0) return { verdict: meetSound(), checks: [], mayPermit: never }
  const steps: Array<Verdict | Judge> = []
  let isDenied = false
  for (const part of parts)
    for (const principal of chainOf(asker.principal)) {
      const known = part.of(tool, { principal, caller: asker.caller })
      if (typeof known !== "function" && known.decision === "deny") isDenied = true
      const last = steps.at(-1)
      if (known === noOpinion || isDenial(last)) continue
      if (typeof known === "function" || last === undefined || typeof last === "function") steps.push(known)
      else steps[steps.length - 1] = meetVerdicts(last, known)
    }
  const checks = parts.flatMap((part) => part.ofGrant?.(tool) ?? [])
  const mayPermit = isDenied ? never : somewhere(parts, tool, asker)
  const [only = noOpinion, ...more] = steps
  if (more.length > 0) return { verdict: meetSteps(steps), checks, mayPermit }
  // Shared by every call from now on.
  return { verdict: typeof only === "function" ? only : Object.freeze(only), checks, mayPermit }
}

const never = () => false

/** Whether a tool that is not denied for good may be permitted, by its bounds and by where it is called from. */
const somewhere = (parts: ReadonlyArray<PolicyPart>, tool: ToolDefinition, { principal, caller }: Asker) => {
  const chain = [...chainOf(principal)].map((one): Asker => ({ principal: one, caller }))
  // Only who lists tools wants to know.
  let fits: ReturnType<typeof canBeWithin> | undefined
  const bounds = () => parts.flatMap((part) => chain.flatMap((one) => part.bounds?.(tool, one) ?? []))
  return ({ session, workspace }: From): boolean => {
    fits ??= canBeWithin(tool, bounds())
    if (!fits(workspace)) return false
    const from = { ...(session === undefined ? {} : { session }), ...(workspace === undefined ? {} : { workspace }) }
    return parts.every((part) => chain.every((one) => part.mayPermit?.(tool, { ...one, ...from }) !== false))
  }
}

const checked = (checks: ReadonlyArray<GrantCheck>, request: PermissionRequest, judged: Verdict): Judged => {
  let verdict = judged
  let found = nothing
  for (const check of checks) {
    if (verdict.decision === "deny") break
    const more = check(request, verdict)
    if (more.length === 0) continue
    const next = verdictOf(more)
    verdict = meetVerdicts(verdict, next.decision === "deny" ? next : { ...next, bounds: verdict.bounds })
    found = [...found, ...more]
  }
  return { verdict, found }
}

/** `meetSound`, of judges and of what they were found to answer always. */
const meetSteps =
  (steps: ReadonlyArray<Verdict | Judge>): Judge =>
  (request) => {
    let verdict: Verdict = noOpinion
    for (const step of steps) {
      const next = typeof step === "function" ? step(request) : step
      if (next === noOpinion) continue
      verdict = verdict === noOpinion ? next : meetVerdicts(verdict, next)
      if (verdict.decision === "deny") return verdict
    }
    return verdict
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

/** What no part decided alone: what was found of their grant, that two of them leave no sandbox, or that there is no part. */
const together = (
  verdict: Verdict,
  found: ReadonlyArray<Finding>,
  steps: ReadonlyArray<ExplainedStep>,
  { context }: PermissionRequest
): ReadonlyArray<ExplainedStep> => {
  const findings = [...found]
  if (verdict.decision === "deny") {
    const { because, why } = verdict
    const known = [...steps.flatMap((step) => step.findings), ...found]
    if (!known.some((one) => one.effect === "deny" && isSame(one.because, because)))
      findings.push({ because, effect: "deny", said: why })
  }
  return findings.length === 0 ? [] : [{ part: "all parts", agent: context.principal.agent, findings }]
}

const isSame = (one: RuleRef, other: RuleRef): boolean =>
  one.layer === other.layer && one.rule === other.rule && one.source === other.source

function* chainOf(principal: Principal): Generator<Principal> {
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent) yield one
}
