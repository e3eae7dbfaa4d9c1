import type { FileAccess } from "@toolgate/core"
import { describeResource, type ExplainedStep, type Finding } from "@toolgate/policy"
import { type DryAnswer, type DryVerdict, isFaulty } from "../dryRun/DryAnswer.ts"
import type { PolicyExplanation } from "./explainAnswer.ts"
import { wrapText } from "./wrapText.ts"

/**
 * Returns the explanation for a person: the decision, the resources of the call, each step, and the changes that would
 * lead to another decision.
 */
export const formatExplanation = (explanation: PolicyExplanation, columns = 80): string => {
  const { answer } = explanation
  const say = (indent: string, text: string, hanging = "  ") => wrapText(text, indent, hanging, columns)
  const section = (title: string, lines: ReadonlyArray<string>) => (lines.length === 0 ? [] : ["", title, ...lines])
  const because = answer._tag === "Judged" ? answer.verdict.because : answer.because
  return [
    ...say("", headline(answer)),
    ...say("  ", `because of ${refText(because)}`),
    ...(explanation.unavailable === undefined
      ? []
      : say("  ", `this machine would refuse the call: ${explanation.unavailable}`)),
    "",
    ...say("", `Judged by ${explanation.called}${answer._tag === "Judged" ? `, ${callerText(answer)}` : ""}.`),
    ...section("Resources of the call:", answer._tag === "Judged" ? resourceLines(answer, say) : []),
    ...section("Step by step:", stepLines(explanation.steps, say)),
    ...section(
      "Rules that name the tool and do not match:",
      atMost(explanation.unmatched, (ref) => say("  ", refText(ref), "    "))
    ),
    ...section("What would change this:", changeLines(explanation, say)),
    ...section("What a person would be asked:", questionLines(explanation, say))
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join("")
}

type Say = (indent: string, text: string, hanging?: string) => ReadonlyArray<string>

const headline = (answer: DryAnswer): string => {
  if (answer._tag === "Stopped") return `DENY: ${answer.refused.message}`
  const { verdict, request, grant } = answer
  if (verdict.decision !== "allow") return `${verdict.decision.toUpperCase()}: ${verdict.why}`
  return `ALLOW: Tool "${request.tool.name}" would run in the sandbox "${grant?.sandbox}" without a question.`
}

const refText = ({ layer, rule, source }: Finding["because"]): string => `${layer}: ${rule} (${source})`

const callerText = ({ request: { context } }: DryVerdict): string => {
  const { agent, role, task, ceiling } = context.principal
  const who = [
    `for the agent "${agent}"`,
    ...(role === undefined ? [] : [`in the role "${role}"`]),
    ...(task === undefined ? [] : [`for the task "${task}"`]),
    ...(ceiling.readOnly === true ? ["read-only"] : []),
    ...(ceiling.noWeb === true ? ["without the network"] : [])
  ]
  return `${who.join(", ")}, in session "${context.session}" and workspace ${context.workspace}`
}

const resourceLines = ({ request, grant }: DryVerdict, say: Say): ReadonlyArray<string> => [
  ...(request.resources.length === 0
    ? say("  ", "none that the tool declares")
    : atMost(request.resources, (resource) => say("  ", describeResource(resource), "    "))),
  ...besideLines(request, grant, say)
]

/** Returns folders outside the workspace that the grant includes because the commands need them. */
const besideLines = (request: DryVerdict["request"], grant: DryVerdict["grant"], say: Say): ReadonlyArray<string> => {
  const needed = new Set(
    request.resources.flatMap((one) => ("beside" in one ? (one.beside ?? []).map(({ path }) => path) : []))
  )
  return (grant?.access.files ?? []).flatMap((file) =>
    needed.has(file.path) ? say("  ", describeResource({ kind: "file", ...beside(file) }), "    ") : []
  )
}

const beside = ({ path, mode }: FileAccess) => ({ path, mode })

const verbs: Readonly<Record<Finding["effect"], string>> = { allow: "allows", ask: "asks", deny: "denies", none: "-" }

const stepLines = (steps: ReadonlyArray<ExplainedStep>, say: Say): ReadonlyArray<string> => {
  const several = new Set(steps.map(({ agent }) => agent)).size > 1
  const lines: Array<string> = []
  let silent: Array<string> = []
  const tellSilent = () => {
    if (silent.length > 0) lines.push(...say("  ", `${silent.join(", ")}: no findings`))
    silent = []
  }
  for (const { part, agent, findings } of steps) {
    const name = several ? `${part} (${agent})` : part
    if (findings.length === 0) silent.push(name)
    else {
      tellSilent()
      lines.push(...say("  ", name), ...atMost(findings, (finding) => findingLines(finding, say)))
    }
  }
  tellSilent()
  return lines
}

const findingLines = ({ effect, said, because }: Finding, say: Say): ReadonlyArray<string> => [
  ...say("    ", `${verbs[effect].padEnd(6)}  ${said}`, "        "),
  ...(effect === "none" ? [] : say("            ", `${because.rule} (${because.source})`, "  "))
]

const outcomes = { allow: "it would be allowed", ask: "a person would be asked", deny: "it would be denied" } as const

const changeLines = ({ answer, suggestions }: PolicyExplanation, say: Say): ReadonlyArray<string> => {
  if (answer._tag === "Stopped")
    return say("  ", isFaulty(answer) && answer.layer === "resources" ? unresolvable : stopAdvice[answer.layer])
  const open = suggestions.filter(({ gives }) => gives === undefined).length
  const all = open > 1 ? say("  ", "The changes that are marked with * are only enough together.") : []
  const lines = suggestions.flatMap(({ change, gives }) =>
    say("  ", `${gives === undefined ? "*" : "-"} ${change}${gives === undefined ? "" : ` Then ${outcomes[gives]}.`}`)
  )
  return [...all, ...lines]
}

const stopAdvice: Readonly<Record<Extract<DryAnswer, { _tag: "Stopped" }>["layer"], string>> = {
  request: "Correct the request.",
  registry: "Name an existing tool.",
  policy: "Change the rule, or what the tool declares.",
  arguments: "Send arguments that match the tool's schema.",
  resources:
    "No policy can change this: every gate refuses the call. Name another resource, or call from another workspace."
}

const unresolvable =
  "No policy can change this: every gate refuses the call. Correct the argument that names the resource."

// Lines of the summary are not wrapped, because they show its structure.
const questionLines = ({ question }: PolicyExplanation, say: Say): ReadonlyArray<string> =>
  question === undefined
    ? []
    : [
        ...question.summary.split("\n").map((line) => `  ${line}`),
        ...say("  ", `Why: ${question.why}`),
        ...say("  ", question.sessionCovers)
      ]

const most = 20

const atMost = <A>(all: ReadonlyArray<A>, lines: (one: A) => ReadonlyArray<string>): ReadonlyArray<string> => [
  ...all.slice(0, most).flatMap(lines),
  ...(all.length > most ? [`  and ${all.length - most} more`] : [])
]
