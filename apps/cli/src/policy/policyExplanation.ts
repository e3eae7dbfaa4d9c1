import type { ExplainedStep, Finding } from "@toolgate/policy"
import { type DryAnswer, type DryVerdict, type Suggestion, suggestChanges } from "@toolgate/policy-files"
import type { ApprovalRequest } from "toolgate"
import { buildVerdictJson } from "./buildVerdictJson.ts"

/** The complete explanation of a verdict. */
export interface PolicyExplanation {
  /** The name of the policy in a sentence. */
  readonly called: string
  readonly answer: DryAnswer
  readonly steps: ReadonlyArray<ExplainedStep>
  /** The rules that name the tool and do not match the call. */
  readonly unmatched: ReadonlyArray<Finding["because"]>
  readonly suggestions: ReadonlyArray<Suggestion>
  readonly question: ApprovalRequest | undefined
  /** The reason why this machine would refuse the call; `undefined` if it would not. */
  readonly unavailable: string | undefined
}

/** Returns the explanation of an answer. If the call stopped before the policy, the explanation only says where. */
export const explainAnswer = (
  answer: DryAnswer,
  called: string,
  question: ApprovalRequest | undefined,
  unavailable: string | undefined
): PolicyExplanation => {
  if (answer._tag === "Stopped")
    return { called, answer, steps: [], unmatched: [], suggestions: [], question, unavailable }
  const { steps } = answer.policy.explain(answer.request)
  const unmatched = unmatchedRules(answer, steps)
  return { called, answer, steps, unmatched, suggestions: suggestChanges(answer), question, unavailable }
}

const unmatchedRules = (
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

/** Returns the explanation as JSON, without steps that found nothing, untried changes, and the repeated reason. */
export const buildExplanationJson = ({
  called,
  answer,
  steps,
  unmatched,
  suggestions: changes,
  question,
  unavailable
}: PolicyExplanation) => ({
  ...buildVerdictJson(answer, { unavailable }),
  policy: called,
  call: answer._tag === "Judged" ? callJson(answer) : null,
  resources: answer._tag === "Judged" ? answer.request.resources : [],
  steps: steps
    .filter(({ findings }) => findings.length > 0)
    .map((step) => ({ ...step, findings: step.findings.map(({ change: _, ...finding }) => finding) })),
  unmatched,
  changes: changes.map(({ change, gives }) => ({ change, gives: gives ?? null })),
  question: question === undefined ? null : { summary: question.summary }
})

const callJson = ({ request: { tool, args, context } }: DryVerdict) => ({
  tool: tool.name,
  args,
  agent: context.principal.agent,
  role: context.principal.role ?? null,
  task: context.principal.task ?? null,
  session: context.session,
  workspace: context.workspace
})
