import { type Approvals, type Judge, RuntimePolicy } from "@toolgate/core"
import * as Layer from "effect/Layer"
import { policyOfOwnParts } from "./Policy.ts"
import { callers } from "./parts/callers.ts"
import { ceilings } from "./parts/ceilings.ts"
import { escalations } from "./parts/escalations.ts"
import { judgePart } from "./parts/judgePart.ts"
import { turnCallers } from "./parts/turnCallers.ts"
import { runtimePolicyOf } from "./runtimePolicyOf.ts"
import { markValidated, readJudge } from "./verdict/readVerdict.ts"
import { deny, noOpinion } from "./verdict/verdicts.ts"

/**
 * A layer of the policy that a single judge is. A call that the judge allows is granted what it points at, its commands are confined,
 * and a person is asked where the judge says so. A tool's declared callers and a principal's ceiling hold as under every policy.
 *
 * ```ts
 * import { allow, deny, JudgePolicy } from "@toolgate/policy"
 *
 * const because = { layer: "app", rule: "reading only", source: "app" }
 * export const policy = JudgePolicy.layer(({ tool }) =>
 *   tool.sideEffects === "READ" ? allow(because) : deny(because, "Nothing is changed here.")
 * )
 * ```
 */
export const layer = (judge: Judge): Layer.Layer<RuntimePolicy, never, Approvals> => {
  const policy = policyOfOwnParts([callers, ceilings, escalations, judgePart(deciding(judge)), turnCallers])
  return Layer.effect(RuntimePolicy, runtimePolicyOf(policy.judge, { mayPermit: policy.mayPermit }))
}

/** Returns the judge, which denies where it would abstain. */
const deciding = (judge: Judge): Judge => {
  const checked = readJudge(judge)
  return markValidated((request) => {
    const verdict = checked(request)
    return verdict === noOpinion ? undecided : verdict
  })
}

const undecided = Object.freeze(
  deny(
    { layer: "policy", rule: "a policy decides", source: "built in" },
    "The policy abstained, and nothing else allows the call."
  )
)
