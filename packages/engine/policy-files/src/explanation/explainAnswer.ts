import type { ApprovalRequest } from "@toolgate/core"
import type { ExplainedStep, Finding } from "@toolgate/policy"
import type { DryAnswer, DryVerdict } from "../dryRun/DryAnswer.ts"
import { type Suggestion, suggestChanges } from "../dryRun/suggestChanges.ts"

/** The complete explanation of a verdict. */
export interface PolicyExplanation {
  /** The name of the policy in a sentence. */
  readonly called: string
  readonly answer: DryAnswer
  readonly steps: ReadonlyArray<ExplainedStep>
  /** The rules that name the tool and do not match the call. */
  readonly unmatched: ReadonlyArray<Finding["because"]>
  readonly suggestions: ReadonlyArray<Suggestion>
  /** The question for a person; `undefined` if no person would be asked. */
  readonly question: ExplainedQuestion | undefined
  /** The reason why this machine would refuse the call; `undefined` if it would not. */
  readonly unavailable: string | undefined
}

/** The parts of a question that an explanation shows. */
type ExplainedQuestion = Pick<ApprovalRequest, "summary" | "why" | "sessionCovers">

/** Returns the explanation of an answer. If the call stopped before the policy, the explanation only says where. */
export const explainAnswer = (
  answer: DryAnswer,
  called: string,
  question: ExplainedQuestion | undefined,
  unavailable: string | undefined
): PolicyExplanation => {
  if (answer._tag === "Stopped")
    return { called, answer, steps: [], unmatched: [], suggestions: [], question, unavailable }
  const { steps } = answer.policy.explain(answer.request)
  const unmatched = findUnmatchedRules(answer, steps)
  return { called, answer, steps, unmatched, suggestions: suggestChanges(answer), question, unavailable }
}

const findUnmatchedRules = (
  { request, configs }: DryVerdict,
  steps: ReadonlyArray<ExplainedStep>
): ReadonlyArray<Finding["because"]> => {
  const matched = new Set(steps.flatMap(({ findings }) => findings.map(({ because }) => because.source)))
  const names = new Set([request.tool.name, ...request.tool.aliases, "*"])
  return configs.flatMap(({ rules }) =>
    (["deny", "ask", "allow"] as const).flatMap((effect) =>
      rules[effect].flatMap(({ tool, text, source }) =>
        names.has(tool) && !matched.has(source) ? [{ layer: "rules", rule: `${effect} ${text}`, source }] : []
      )
    )
  )
}
