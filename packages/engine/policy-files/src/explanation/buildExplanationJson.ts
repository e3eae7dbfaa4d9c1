import type { DryVerdict } from "../dryRun/DryAnswer.ts"
import { buildVerdictJson } from "./buildVerdictJson.ts"
import type { PolicyExplanation } from "./explainAnswer.ts"

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
