import type { Judge } from "@toolgate/core"
import type { PolicyPart } from "../PolicyPart.ts"
import { readJudge } from "../verdict/readVerdict.ts"
import { noOpinion } from "../verdict/verdicts.ts"

/**
 * Turns an app's own judge into a part of a policy. The judge's answers are validated, and can only narrow the policy.
 */
export const makeJudgePart = (judge: Judge): PolicyPart => {
  const read = readJudge(judge)
  const checked: Judge = (request) => {
    const verdict = read(request)
    if (verdict.decision === "deny" || verdict.bounds.reads === undefined) return verdict
    const { reads: _, ...bounds } = verdict.bounds
    return { ...verdict, bounds }
  }
  return {
    name: "own judge",
    of: () => checked,
    explain: (request) => {
      const verdict = checked(request)
      if (verdict === noOpinion) return []
      const said = verdict.decision === "allow" ? "It allows the call." : verdict.why
      return [{ because: verdict.because, effect: verdict.decision, said }]
    }
  }
}
