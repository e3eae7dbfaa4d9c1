import type { Asker, Judge, PermissionRequest, Principal, RuleRef, ToolDefinition, Verdict } from "@toolgate/core"
import { AskerCache } from "./AskerCache.ts"
import { canBeWithin } from "./canBeWithin.ts"
import type { Finding, GrantCheck, PolicyPart } from "./PolicyPart.ts"
import { pickVerdict } from "./parts/makeConstantPart.ts"
import { meetValidated, meetVerdicts } from "./verdict/meet.ts"
import { markValidated, readJudge, readVerdict } from "./verdict/readVerdict.ts"
import { noOpinion } from "./verdict/verdicts.ts"

/** A policy that is put together from parts. */
export interface Policy {
  /** Decides a call. */
  readonly judge: Judge
  /**
   * Returns the verdict on a call, with the findings of every part, in order, for the principal and for everyone above
   * it.
   */
  readonly explain: (request: PermissionRequest) => Explanation
  /**
   * Whether some arguments could make the policy permit the tool to the asker. Without a session or workspace, any
   * session or workspace counts.
   */
  readonly mayPermit: (tool: ToolDefinition, asker: Asker) => boolean
}

/** A verdict, with the reasons for it. */
export interface Explanation {
  /** The verdict that `judge` returns for the call. */
  readonly verdict: Verdict
  readonly steps: ReadonlyArray<ExplainedStep>
}

/** The findings of one part about a call, as made by one principal. */
export interface ExplainedStep {
  readonly part: string
  readonly agent: string
  readonly findings: ReadonlyArray<Finding>
}

/**
 * Combines the parts, in the given order: the strictest verdict decides. Each part judges the principal and everyone
 * above the principal, so that a delegate never gets more than its delegator. A part may belong to the app: if its
 * answer is not a verdict, the call is denied.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { callers, makePolicy, type PolicyPart } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import { allow, deny } from "toolgate"
 *
 * const because = { layer: "app", rule: "reading only", source: "policy.ts" }
 * const readingOnly: PolicyPart = {
 *   name: "reading only",
 *   of: ({ sideEffects }) => (sideEffects === "READ" ? allow(because) : deny(because, "Nothing is written here.")),
 *   explain: () => []
 * }
 * const { judge } = makePolicy([callers, readingOnly])
 * assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "READ" } })).decision, "allow")
 * assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "WRITE" } })).decision, "deny")
 * ```
 */
export const makePolicy = (parts: ReadonlyArray<PolicyPart>): Policy => makePolicyOfOwnParts(parts.map(readPart))

/**
 * Returns the same policy as `makePolicy`. Use `makePolicyOfOwnParts` only for parts of this package: their answers are not
 * validated.
 */
export const makePolicyOfOwnParts = (parts: ReadonlyArray<PolicyPart>): Policy => {
  const cache = new AskerCache<Opinion>((tool, asker) => specialised(parts, tool, asker))
  const revisions = parts.flatMap((part) => part.revision ?? [])
  let revision = sumOf(revisions)
  const of = (tool: ToolDefinition, asker: Asker): Opinion => {
    const now = sumOf(revisions)
    if (now !== revision) {
      revision = now
      cache.clear()
    }
    return cache.of(tool, asker)
  }
  return {
    judge: markValidated((request) => {
      const opinion = of(request.tool, request.context)
      const verdict = verdictIn(opinion, request)
      return opinion.checks.length === 0 ? verdict : checked(opinion.checks, request, verdict).verdict
    }),
    explain: (request) => {
      const opinion = of(request.tool, request.context)
      const { verdict, found } = checked(opinion.checks, request, verdictIn(opinion, request))
      const steps = explained(parts, request)
      return { verdict, steps: [...steps, ...jointSteps(verdict, found, steps, request)] }
    },
    mayPermit: (tool, asker) => of(tool, asker).mayPermit(asker)
  }
}

/** Everything known about a tool and an asker before a call, and the checks that each call needs. */
interface Opinion {
  /** The verdict on every call, or a judge of the single call. */
  readonly verdict: Verdict | Judge
  /** The checks of the grant of each call. */
  readonly checks: ReadonlyArray<GrantCheck>
  /** Whether a call from that session and workspace may be permitted. False: every such call is denied. */
  readonly mayPermit: (from: From) => boolean
}

/** The known session and workspace of a call. An `Opinion` does not depend on them. */
type From = Pick<Asker, "session" | "workspace">

/** Returns the verdict on a call before its grant is checked. */
const verdictIn = ({ verdict }: Opinion, request: PermissionRequest): Verdict =>
  typeof verdict === "function" ? verdict(request) : verdict

/** A verdict, and the findings about the grant. */
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
  // A policy without parts denies every call, because nothing has allowed any.
  if (parts.length === 0) return { verdict: meetValidated(), checks: [], mayPermit: never }
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
  const mayPermit = isDenied ? never : mayPermitFrom(parts, tool, asker)
  const [only = noOpinion, ...more] = steps
  if (more.length > 0) return { verdict: meetSteps(steps), checks, mayPermit }
  // The verdict is shared by all later calls, and therefore frozen.
  return { verdict: typeof only === "function" ? only : Object.freeze(only), checks, mayPermit }
}

const never = () => false

/**
 * Returns a function that decides whether a tool that is not always denied may be permitted, by the bounds of all parts
 * and by the origin of the call.
 */
const mayPermitFrom = (parts: ReadonlyArray<PolicyPart>, tool: ToolDefinition, { principal, caller }: Asker) => {
  const chain = [...chainOf(principal)].map((one): Asker => ({ principal: one, caller }))
  // The bounds are computed on demand, because only a listing of tools needs them.
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
    const next = pickVerdict(more)
    verdict = meetVerdicts(verdict, next.decision === "deny" ? next : { ...next, bounds: verdict.bounds })
    found = [...found, ...more]
  }
  return { verdict, found }
}

/** Combines judges and constant verdicts into one judge; the strictest verdict decides. */
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

/**
 * Returns the findings that concern several parts: findings about the grant, two parts that send the call to different
 * sandboxes, or a policy without parts.
 */
const jointSteps = (
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
