import type { ToolDefinition } from "@toolgate/core"
import type { Rule } from "@toolgate/policy"
import {
  ConfirmationModes,
  parseCommandPattern,
  reachesNetwork,
  resolveConfinement,
  runsCommands
} from "@toolgate/policy"
import type { Linted, LintedFile } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"
import { type LintedToolRule, listToolRules } from "./listToolRules.ts"

/**
 * Returns findings about tools whose commands run unconfined without a question, and about settings of confinement that
 * have no effect.
 */
export const lintUnconfinedTools = (linted: Linted): ReadonlyArray<LintFinding> =>
  listToolRules(linted).flatMap((one) => [
    ...idleWaivers(one, linted),
    ...runWithoutQuestion(one, linted),
    ...keysWithoutEffect(one)
  ])

const idleWaivers = ({ rule: { unconfined }, whose, tools, isFirst }: LintedToolRule, { files: [first] }: Linted) => {
  if (isFirst || first === undefined || unconfined?.value !== true) return []
  if (tools.some((tool) => resolveConfinement([first.config], tool).confinement === "waived")) return []
  return [
    found(
      unconfined.source,
      "warning",
      `"unconfined: true" changes nothing for ${whose}: ${first.config.name} does not set it, and a later file cannot set it`
    )
  ]
}

const runWithoutQuestion = ({ rule: { unconfined }, tools, isFirst }: LintedToolRule, { files, toolNamed }: Linted) => {
  if (!isFirst || unconfined?.value !== true) return []
  const configs = files.map(({ config }) => config)
  return tools.flatMap(({ name }): ReadonlyArray<LintFinding> => {
    const tool = toolNamed(name)
    if (tool === undefined || !isCommand(tool) || resolveConfinement(configs, tool).confinement !== "waived") return []
    const reasons = files.map((file) => whyUnasked(file, tool))
    const [reason] = reasons
    if (reason === undefined || reasons.includes(undefined)) return []
    return [
      found(unconfined.source, "warning", `the commands of tool "${name}" run unconfined without approval: ${reason}`)
    ]
  })
}

/** Returns the reason why a file never asks about calls of a tool; `undefined` if it may ask. */
const whyUnasked = (
  { config: { confirmation, rules, permissions }, matches }: LintedFile,
  tool: ToolDefinition
): string | undefined => {
  if (tool.risk === "CRITICAL" || rules.ask.some((rule) => matches({ text: rule.tool }, tool))) return undefined
  const mode = confirmation && new ConfirmationModes(confirmation).of(tool)
  if (mode?.mode === "deny") return undefined
  const answer = rules.allow.find((rule) => isAboutAll(rule, tool) && matches({ text: rule.tool }, tool))
  if (answer !== undefined) return `the allow rule "${answer.text}" (${answer.source}) answers for them`
  if (tool.permission !== undefined && permissions.get(tool.permission)?.requiresApproval === true) return undefined
  if (mode === undefined) return "no file asks"
  return mode.mode === "auto" && !tool.destructive && tool.risk !== "HIGH"
    ? `their mode is auto (${mode.because.source})`
    : undefined
}

const isAboutAll = ({ pattern }: Rule, tool: ToolDefinition): boolean => {
  if (pattern === undefined) return true
  const command = runsCommands(tool) ? parseCommandPattern(pattern) : ""
  return typeof command !== "string" && command.words.length === 0
}

const keysWithoutEffect = ({ rule, whose, tools }: LintedToolRule): ReadonlyArray<LintFinding> => {
  const { unconfined, env, path, net, source } = rule
  const known = tools.filter(isKnown)
  if (known.length === 0 || known.length < tools.length) return []
  const keys = [
    ...(unconfined?.value === true ? ["unconfined"] : []),
    ...(env?.length ? ["env"] : []),
    ...(path?.length ? ["path"] : [])
  ]
  return [
    ...(keys.length > 0 && !known.some(isCommand)
      ? [
          found(
            source,
            "note",
            `${keys.join(" and ")} ${keys.length === 1 ? "has" : "have"} no effect for ${whose}, which runs no commands`
          )
        ]
      : []),
    ...(net !== undefined && !known.some(reachesNetwork)
      ? [
          found(
            source,
            "note",
            `net has no effect for ${whose}, which does not reach the network according to its definition`
          )
        ]
      : [])
  ]
}

const isKnown = (tool: LintedToolRule["tools"][number]): tool is ToolDefinition => tool.implementations !== undefined

const isCommand = ({ implementations }: ToolDefinition) => implementations.some(({ kind }) => kind === "command")

const found = (source: string, level: LintFinding["level"], message: string): LintFinding => ({
  source,
  level,
  code: "confinement",
  message
})
