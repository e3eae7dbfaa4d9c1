import type { ToolDefinition } from "@toolgate/core"
import type { PolicyLayer } from "@toolgate/policy"
import {
  applyLayer,
  ConfirmationModes,
  getToolRules,
  includesName,
  isServerWildcard,
  isToolName,
  listLayers,
  listToolReferences,
  parsePatternForTool,
  runsCommands,
  type ToolReference
} from "@toolgate/policy"
import type { Linted, LintedFile } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about entries that allow a tool although the same file or an earlier file denies every call of the
 * tool. A denial in a later file is not reported, because later files narrow. A selector is reported only if every
 * known tool that it names is denied. A rule is reported only if it does not decide for other tools.
 */
export const lintNeverMatching = (linted: Linted): ReadonlyArray<LintFinding> =>
  linted.files.flatMap(({ config, matches }, i) => {
    const before = linted.files.slice(0, i + 1)
    const found: Array<LintFinding> = []
    for (const mention of listToolReferences(config)) {
      if (mention.purpose !== "allows" || decidesForOthers(mention, linted, before)) continue
      // A server may have other tools tomorrow.
      const tools = isServerWildcard(mention.text) ? [] : linted.tools.filter((tool) => matches(mention, tool))
      const reasons =
        tools.length === 0
          ? isToolName(mention.text) || isServerWildcard(mention.text)
            ? [unknownReason(mention.text, before)]
            : []
          : tools.map((tool) => reasonFor(tool, mention, before))
      const [only] = reasons
      if (only === undefined || reasons.includes(undefined)) continue
      const first =
        reasons.length === 1 ? only : `none of the ${reasons.length} tools that it names can be called; ${only}`
      const { source, entry, where } = mention
      found.push({
        source,
        level: "warning",
        code: "never-matches",
        message: `"${entry}" in ${where} can never match: ${first}`
      })
    }
    return found
  })

/**
 * Whether a rule also decides for tools other than the one that it names. The pattern of an ask rule applies to its
 * resources in calls of every tool. An allow rule for files answers for the redirections of commands.
 */
const decidesForOthers = (
  mention: ToolReference,
  { tools, toolNamed }: Linted,
  files: ReadonlyArray<LintedFile>
): boolean => {
  const { where, text, pattern } = mention
  if (pattern === undefined || where === "rules.ask") return pattern !== undefined
  const tool = toolNamed(text)
  const read = tool === undefined ? undefined : parsePatternForTool(pattern, tool, "exact")
  if (typeof read !== "object" || read.kind !== "file") return false
  const mayBe = (name: string) =>
    toolNamed(name) === undefined &&
    files.every(({ config }) => listReason({ name, aliases: [] }, config) === undefined)
  return (
    tools.some((one) => runsCommands(one) && reasonFor(one, mention, files) === undefined) ||
    // A listed tool that is unknown here may run commands.
    files.some(({ config }) => [...config.tools.keys()].some(mayBe))
  )
}

/** Returns the reason why every call of a tool by every caller is denied; `undefined` if some call may be permitted. */
const reasonFor = (
  tool: ToolDefinition,
  { where }: ToolReference,
  files: ReadonlyArray<LintedFile>
): string | undefined => {
  for (const { config, matches } of files) {
    const listed = listReason(tool, config)
    if (listed !== undefined) return listed
    const { global, roles } = config.layers
    const layer = (name: string, one: NonNullable<typeof global>) =>
      applyLayer(name, one, tool, matches).find(({ effect }) => effect === "deny")
    const denied = global === undefined ? undefined : layer("global", global)
    if (denied !== undefined)
      return `the global layer denies tool "${tool.name}" (${denied.because.rule}, ${denied.because.source})`
    for (const [name, one] of ownLayers(where, config)) {
      const own = layer(name, one)
      if (own !== undefined) return `${name} denies tool "${tool.name}" (${own.because.rule}, ${own.because.source})`
    }
    if (!where.startsWith("rules.")) continue
    if (roles !== undefined && [...roles].every(([name, one]) => layer(name, one) !== undefined))
      return `no role may call tool "${tool.name}" (roles: ${[...roles.keys()].join(", ")})`
    const { agents } = config
    if (tool.requiresCapability && agents !== undefined)
      if ([...agents.values()].every(({ tools }) => tools !== undefined && !tools.some((one) => matches(one, tool))))
        return `no agent was given tool "${tool.name}" (agents: ${[...agents.keys()].join(", ")})`
    if (where === "rules.allow") {
      const mode = deniedByMode(tool, config.confirmation)
      if (mode !== undefined) return mode
    }
  }
  return undefined
}

/**
 * Returns the layers that always apply together with an entry: the layer that contains the entry and, for an agent,
 * the layer of the agent's role.
 */
const ownLayers = (
  where: string,
  { layers, agents }: LintedFile["config"]
): ReadonlyArray<readonly [string, PolicyLayer]> => {
  const role = [...(agents ?? [])].find(([name]) => where === `agents.${name}.tools`)?.[1].role
  const roleLayer = role === undefined ? undefined : layers.roles?.get(role)
  if (role !== undefined && roleLayer !== undefined) return [[`role "${role}"`, roleLayer]]
  return [...listLayers(layers)].filter(([name]) => where === `${name}.allow` || where === `${name}.allowed_tools`)
}

/**
 * Returns the reason why every call of a tool is denied, judging only by its name or its server; `undefined` if some
 * call may be permitted.
 */
const unknownReason = (name: string, files: ReadonlyArray<LintedFile>): string | undefined => {
  for (const { config } of files) {
    const listed = isToolName(name) ? listReason({ name, aliases: [] }, config) : undefined
    if (listed !== undefined) return listed
    const denied = config.layers.global?.deny.find(({ text }) => includesName(text, name))
    if (denied !== undefined) return `the global layer denies it (${denied.source})`
  }
  return undefined
}

const listReason = (
  tool: Pick<ToolDefinition, "name" | "aliases">,
  config: LintedFile["config"]
): string | undefined => {
  const rule = getToolRules(config, tool).find(({ allowed }) => !allowed)
  if (rule === undefined) return undefined
  return rule === config.default
    ? `the default denies tool "${tool.name}", which tools does not list (${rule.source})`
    : `tools lists tool "${tool.name}" as not allowed (${rule.source})`
}

/**
 * Returns the reason why the confirmation mode denies every call of a tool; `undefined` if it does not. An allow rule
 * answers a question, but not a denial.
 */
const deniedByMode = (tool: ToolDefinition, settings: LintedFile["config"]["confirmation"]): string | undefined => {
  if (settings === undefined || (settings.sessionsMayLoosen && settings.perSession.size > 0)) return undefined
  const { mode, of, because } = new ConfirmationModes(settings).of(tool)
  if (mode !== "deny") return undefined
  const whose =
    of === undefined
      ? "its confirmation mode"
      : `the confirmation mode of ${of === tool.sideEffects ? `its class ${of}` : `the class ${of}, to which one of its effects belongs,`}`
  return `${whose} is deny, which no rule overrides (${because.source})`
}
