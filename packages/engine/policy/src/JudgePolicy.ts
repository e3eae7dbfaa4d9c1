import { type Approvals, type Judge, RuntimePolicy } from "@toolgate/core"
import * as Layer from "effect/Layer"
import { makeRuntimePolicy } from "./makeRuntimePolicy.ts"
import { makePolicyOfOwnParts } from "./Policy.ts"
import { callers } from "./parts/callers.ts"
import { ceilings } from "./parts/ceilings.ts"
import { escalations } from "./parts/escalations.ts"
import { makeJudgePart } from "./parts/makeJudgePart.ts"
import { turnCallers } from "./parts/turnCallers.ts"
import { markValidated, readJudge } from "./verdict/readVerdict.ts"
import { deny, noOpinion } from "./verdict/verdicts.ts"

/**
 * Provides a policy that consists of a single judge. An allowed call gets access to the files and hosts that it names,
 * its commands run confined, and a person is asked when the judge says so. A tool's declared callers and a principal's
 * ceiling apply as under every policy.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { JudgePolicy } from "@toolgate/policy"
 * import { allow, builtins, createToolgate, deny } from "toolgate"
 *
 * const because = { layer: "app", rule: "reading only", source: "app" }
 * const policy = JudgePolicy.layer(({ tool }) =>
 *   tool.sideEffects === "READ" ? allow(because) : deny(because, "Nothing is changed here.")
 * )
 * await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
 * const read = await gate.judge({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * const write = await gate.judge({ id: "2", tool: "write_file", args: { path: "README.md", content: "" } })
 * assert.deepEqual([read.decision, write.decision], ["allow", "deny"])
 * ```
 */
export const layer = (judge: Judge): Layer.Layer<RuntimePolicy, never, Approvals> => {
  const policy = makePolicyOfOwnParts([callers, ceilings, escalations, makeJudgePart(deciding(judge)), turnCallers])
  return Layer.effect(RuntimePolicy, makeRuntimePolicy(policy.judge, { mayPermit: policy.mayPermit }))
}

/** Turns an abstention into a denial. */
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
    "The policy abstained, so nothing allows the call."
  )
)
