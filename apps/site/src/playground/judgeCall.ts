import { makeApprovalCard } from "@toolgate/approval"
import { builtins, shell } from "@toolgate/builtins"
import type { ResolvedPath } from "@toolgate/core"
import type { PolicyInvalid } from "@toolgate/policy"
import { DryRun, listPolicyFiles, loadPolicy } from "@toolgate/policy-files"
import { explainAnswer, formatExplanation, makeQuestion } from "@toolgate/policy-files/explanation"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Judged, PlaygroundCall } from "./PlaygroundCall.ts"

/** The name of the policy file in explanations and problems. */
const policyName = "toolgate.yaml"

/** The workspace of every call. It has no files. */
const workspace = "/project" as ResolvedPath

/**
 * Judges a call as `toolgate policy explain` does, with the built-in tools. Returns the explanation, or the problems of
 * the policy.
 */
export const judgeCall = ({ policy, tool, argsText, caller, columns }: PlaygroundCall): Promise<Judged> =>
  Effect.gen(function* () {
    const configs = yield* loadPolicy([policyName], { texts: new Map([[policyName, policy]]), home: "/home/you" })
    const files = listPolicyFiles([policyName], configs)
    const dryRun = yield* DryRun.make({ configs, files, workspace, validator: yield* validator })
    const answer = yield* dryRun.judge({ tool, argsText, context: caller }, "command line")
    const question = makeQuestion(answer)
    const card = question === undefined ? undefined : yield* makeApprovalCard(question)
    const decision = answer._tag === "Judged" ? answer.verdict.decision : "deny"
    return { decision, explanation: formatExplanation(explainAnswer(answer, policyName, card, undefined), columns) }
  }).pipe(
    Effect.catchTag("PolicyInvalid", ({ problems, more }: PolicyInvalid) => Effect.succeed({ problems, more })),
    Effect.provide(services),
    Effect.runPromise
  )

const services = Layer.merge(
  Layer.orDie(MapToolRegistry.layer([...builtins({ withHostTools: true }), shell])),
  WorkspaceResources.layer
)
