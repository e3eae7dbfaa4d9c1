import type { Denied, Judge, Verdict } from "@toolgate/core"
import type { PolicyPart } from "./PolicyPart.ts"
import { deny } from "./verdicts.ts"

/** An app's own judge as a part of a policy, which narrows like every other part. What it answers is looked at first. */
export const judgePart = (judge: Judge): PolicyPart => {
  const checked: Judge = (request) => {
    const verdict: unknown = judge(request)
    return isVerdict(verdict) ? verdict : noVerdict
  }
  return {
    name: "own judge",
    of: () => checked,
    explain: (request) => {
      const verdict = checked(request)
      const said = verdict.decision === "allow" ? "It allows the call." : verdict.why
      return [{ because: verdict.because, effect: verdict.decision, said }]
    }
  }
}

/** Whether an answer is one of the three verdicts. A promise of one is none: a judge answers at once. */
export const isVerdict = (answer: unknown): answer is Verdict => {
  const { decision, because, bounds, why } = (answer ?? {}) as Partial<
    Record<"decision" | "because" | "bounds" | "why", unknown>
  >
  if (typeof because !== "object" || because === null) return false
  if (decision === "deny") return typeof why === "string"
  return (
    typeof bounds === "object" &&
    bounds !== null &&
    (decision === "allow" || (decision === "ask" && typeof why === "string"))
  )
}

/** What stands for an answer that is no verdict. */
export const noVerdict: Denied = Object.freeze(
  deny(
    { layer: "policy", rule: "a judge answers with a verdict", source: "built in" },
    "A judge answered with no verdict."
  )
)
