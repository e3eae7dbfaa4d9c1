import type { Allowed, Asked, Judge, Verdict } from "@toolgate/core"
import { meetBounds } from "@toolgate/core/access"
import { markValidated, readJudge } from "./readVerdict.ts"
import { deny, noObjection, noOpinion } from "./verdicts.ts"

/**
 * Combines judges into one: the strictest verdict decides, and of equally strict verdicts the first. A further judge
 * can only narrow. If a judge's answer is not a verdict, the call is denied.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import { allow, deny, type Judge } from "toolgate"
 * import { meet } from "toolgate/effect"
 *
 * const because = { layer: "app", rule: "reading only", source: "judges.ts" }
 * const readingOnly: Judge = ({ tool }) => (tool.sideEffects === "READ" ? allow(because) : deny(because, "Reading only."))
 * const inASecond: Judge = () => allow(because, { limits: { wallMs: 1_000 } })
 *
 * // The strictest judge decides.
 * const both = meet(readingOnly, inASecond)
 * assert.equal(both(makePermissionRequest({ tool: { sideEffects: "READ" } })).decision, "allow")
 * assert.equal(both(makePermissionRequest({ tool: { sideEffects: "WRITE" } })).decision, "deny")
 * ```
 */
export const meet = (...judges: ReadonlyArray<Judge>): Judge => markValidated(meetValidated(...judges.map(readJudge)))

/** Returns the same judge as `meet`. Use `meetValidated` only for judges whose answers need no validation. */
export const meetValidated =
  (...judges: ReadonlyArray<Judge>): Judge =>
  (request) => {
    let verdict: Verdict | undefined
    for (const judge of judges) {
      const next = judge(request)
      verdict = verdict === undefined ? next : meetVerdicts(verdict, next)
      if (verdict.decision === "deny") return verdict
    }
    return verdict ?? deny(noJudge, "No policy was asked.")
  }

/**
 * Returns the stricter of two verdicts, with the bounds of both. If both allow, the reason is taken from the later
 * verdict, unless only the first has one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { meetVerdicts } from "@toolgate/policy"
 * import { allow, ask } from "toolgate"
 *
 * const because = { layer: "app", rule: "confirm the network", source: "judges.ts" }
 * const verdict = meetVerdicts(allow(because, { limits: { wallMs: 1_000 } }), ask(because, "It reaches the network."))
 * // The stricter verdict decides, and the bounds of both apply.
 * assert.deepEqual(verdict.decision !== "deny" && [verdict.decision, verdict.bounds], [
 *   "ask",
 *   { limits: { wallMs: 1_000 } }
 * ])
 * ```
 */
export const meetVerdicts = (first: Verdict, second: Verdict): Verdict => {
  if (second === noOpinion) return first
  if (first.decision === "deny") return first
  if (second.decision === "deny") return second
  const bounds = meetBounds(first.bounds, second.bounds)
  if (bounds === undefined)
    return deny(twoSandboxes, "Two parts of the policy choose different sandboxes for the call.")
  if (first.decision === "ask") return askedFor(first, second, bounds)
  if (second.decision === "ask") return second.bounds === bounds ? second : { ...second, bounds }
  const { because } = second.because === noObjection ? first : second
  if (first.because === because && first.bounds === bounds) return first
  if (second.because === because && second.bounds === bounds) return second
  return { decision: "allow", because, bounds }
}

// Two reasons to ask become one question. The answer covers no more than either reason permits.
const askedFor = (first: Asked, second: Allowed | Asked, bounds: Asked["bounds"]): Asked => {
  if (second.decision === "allow") return first.bounds === bounds ? first : { ...first, bounds }
  const covers = span[first.covers] < span[second.covers] ? first.covers : second.covers
  const why = second.why === first.why ? first.why : `${first.why} ${second.why}`
  return { ...first, covers, why, bounds }
}

/** The scopes of answers, from few calls to many. */
const span: Readonly<Record<Asked["covers"], number>> = { call: 0, host: 1, tool: 2 }

const twoSandboxes = { layer: "policy", rule: "one sandbox for a call", source: "built in" }

const noJudge = { layer: "policy", rule: "empty", source: "none" }
