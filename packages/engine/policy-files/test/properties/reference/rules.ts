import type { CommandResource, FileResource, PermissionRequest, Resource, ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, Rule } from "@toolgate/policy"
import { isHarmlessVariable } from "@toolgate/shell"
import { concernsCommand, coversCommand, fillCommand } from "./commandMatches.ts"
import type { Decision } from "./decision.ts"
import { matchesHost } from "./matchesHost.ts"
import { isPathPattern, pathMatches } from "./pathMatches.ts"
import { type Groups, selects } from "./selects.ts"

type Tools = ReadonlyArray<ToolDefinition>

/** The resources that a pattern is about, and for files whether only changes matter. */
type Meaning =
  | { readonly kind: "file"; readonly changesOnly: boolean }
  | { readonly kind: "host" }
  | { readonly kind: "command" }

/** Returns the decision of the deny and ask rules. No rule allows unreadable text. */
export const rulesDecide = (
  config: PolicyConfig,
  groups: Groups,
  known: Tools,
  request: PermissionRequest
): Decision => {
  const held = (rule: Rule) => holds(rule, groups, known, request)
  const denied = config.rules.deny.map(held)
  const asked = config.rules.ask.map(held)
  // If a pattern does not fit the rule's own tool, the intention of the rule is unknown.
  if (denied.includes(true) || denied.includes("misfit") || asked.includes("misfit")) return "deny"
  if (asked.includes(true)) return "ask"
  // Only a person can allow text that was not read.
  if (!isRead(request)) return "ask"
  // A text that cannot be read is compared with the rules of later files elsewhere, for all files together.
  if (config.confirmation === undefined || !isOpaque(request)) return "allow"
  return isAllowedWhole(config, groups, request.tool) ? "allow" : "ask"
}

export const isOpaque = ({ resources }: PermissionRequest): boolean => resources.some(({ kind }) => kind === "opaque")

/**
 * Returns the meanings of the deny and ask patterns of a file, for every caller. `where` is the pattern of a file
 * that may not be read.
 */
export const patternsOf = (
  { rules }: PolicyConfig,
  groups: Groups,
  known: Tools,
  tool: ToolDefinition
): ReadonlyArray<{ readonly kind: "command" | "host" | "file"; readonly where?: string }> =>
  [...rules.deny, ...rules.ask].flatMap((rule) => {
    const { pattern } = rule
    if (pattern === undefined) return []
    return meaningsOf(rule, groups, known, tool).map((meaning) =>
      meaning.kind === "file" && !meaning.changesOnly ? { kind: meaning.kind, where: pattern } : { kind: meaning.kind }
    )
  })

/** Whether the call was read to its end. */
export const isRead = ({ resources }: PermissionRequest): boolean => resources.every(({ kind }) => kind !== "unread")

/** Whether an allow rule without a pattern answers for every call of the tool. */
export const isAllowedWhole = ({ rules }: PolicyConfig, groups: Groups, tool: ToolDefinition): boolean =>
  rules.allow.some((rule) => rule.pattern === undefined && selects(rule.tool, tool, groups))

/** Whether allow rules answer for every resource of the relevant kinds, and for at least one resource. */
export const areAllowed = (
  { rules }: PolicyConfig,
  groups: Groups,
  { tool, resources, context }: PermissionRequest
): boolean => {
  const patterns = rules.allow.flatMap(({ tool: name, pattern }) => {
    const meaning = pattern !== undefined && selects(name, tool, groups) ? meaningOf(pattern, tool) : undefined
    return meaning === undefined || pattern === undefined ? [] : [{ meaning, pattern }]
  })
  // Only rules about commands answer for the calls of a tool that runs commands.
  if (runsCommands(tool) && !patterns.some(({ meaning }) => meaning.kind === "command")) return false
  const isHarmless = harmlessIn(rules)
  const answered: Array<boolean> = []
  const leadsOnly = (one: Resource) =>
    one.kind === "command" && one.wrapper && one.inWorkspace && one.assigned.every(isHarmless)
  const leadsToNothing = resources.every((one) => one.kind !== "command" || leadsOnly(one))
  for (const resource of resources) {
    if (resource.kind === "opaque" || resource.kind === "unread") return false
    if (!leadsToNothing && leadsOnly(resource)) continue
    // The rules of the command do not answer for a redirection.
    if (resource.kind === "file" && runsCommands(tool)) continue
    const about = patterns.filter(({ meaning }) => meaning.kind === resource.kind)
    if (about.length > 0)
      answered.push(about.some(({ pattern }) => covers(pattern, resource, context.workspace, isHarmless)))
  }
  return answered.length > 0 && answered.every((each) => each)
}

/** Whether an allow rule with a pattern names a resource of a call. */
export const isNamedByRule = (
  { rules }: PolicyConfig,
  groups: Groups,
  { tool, context }: PermissionRequest,
  resource: Resource
): boolean =>
  rules.allow.some(
    ({ tool: name, pattern }) =>
      pattern !== undefined &&
      selects(name, tool, groups) &&
      meaningOf(pattern, tool)?.kind === resource.kind &&
      covers(pattern, resource, context.workspace, isHarmlessVariable)
  )

/**
 * Returns the function that decides whether a file treats a variable as harmless. In these worlds, only one name that
 * matches a prefix ends in `_PATH`, which excludes it.
 */
const harmlessIn =
  ({ harmlessVariables = [] }: PolicyConfig["rules"]) =>
  (variable: string): boolean =>
    isHarmlessVariable(variable) ||
    harmlessVariables.some(({ text }) =>
      text.endsWith("*") ? variable.startsWith(text.slice(0, -1)) && !variable.endsWith("_PATH") : variable === text
    )

/**
 * Whether an allow rule answers for a redirection. A redirection does the work of a tool for files, so the rules of
 * such a tool answer for it.
 */
export const isRedirectionAllowed = (
  { rules }: PolicyConfig,
  known: Tools,
  file: FileResource,
  workspace: string
): boolean =>
  rules.allow.some(({ tool: name, pattern }) => {
    const tool = named(name, known)
    if (tool === undefined || pattern === undefined || meaningOf(pattern, tool)?.kind !== "file") return false
    const [mode, ...others] = new Set(tool.resources.flatMap((one) => (one.kind === "file" ? [one.mode] : [])))
    return (
      others.length === 0 &&
      (mode === file.mode || mode === "rw") &&
      covers(pattern, file, workspace, isHarmlessVariable)
    )
  })

export const runsCommands = ({ resources }: ToolDefinition): boolean =>
  resources.some(({ kind }) => kind === "shell" || kind === "argv")

const named = (name: string, known: Tools): ToolDefinition | undefined =>
  known.find((tool) => tool.name === name || tool.aliases.includes(name))

/** Returns how a tool reads a pattern; `undefined` if the pattern does not fit the tool. */
const meaningOf = (pattern: string, { resources }: ToolDefinition): Meaning | undefined => {
  const declares = (...kinds: ReadonlyArray<string>) => resources.some(({ kind }) => kinds.includes(kind))
  if (pattern.startsWith("domain:")) return declares("url") && isHost(pattern) ? { kind: "host" } : undefined
  if (declares("shell", "argv")) return fillCommand(pattern) === undefined ? undefined : { kind: "command" }
  if (!declares("file") || !isPathPattern(pattern)) return undefined
  return { kind: "file", changesOnly: resources.every((one) => one.kind !== "file" || one.mode !== "r") }
}

const isHost = (pattern: string): boolean =>
  matchesHost(pattern.slice("domain:".length), "example.org", 1) !== undefined

/** Whether a deny or ask rule concerns a call. */
const holds = (
  { tool: selector, pattern }: Rule,
  groups: Groups,
  known: Tools,
  request: PermissionRequest
): boolean | "misfit" => {
  const { tool, resources, context } = request
  const isOwn = selects(selector, tool, groups)
  if (pattern === undefined) return isOwn
  const meanings = meaningsOf({ tool: selector, pattern }, groups, known, tool)
  if (!isOfMany(selector) && isOwn && meanings.length === 0) return "misfit"
  return meanings.some((meaning) => resources.some((one) => concerns(pattern, meaning, one, context.workspace)))
}

const isOfMany = (selector: string): boolean => selector === "*" || selector.startsWith("group:")

/**
 * Returns the meanings of a pattern for calls of this tool: none if the pattern does not fit the rule's own tool, or if
 * that is unknown.
 */
const meaningsOf = (
  { tool: selector, pattern = "" }: Pick<Rule, "tool" | "pattern">,
  groups: Groups,
  known: Tools,
  tool: ToolDefinition
): ReadonlyArray<Meaning> => {
  if (pattern.startsWith("domain:") && isHost(pattern)) return [{ kind: "host" }]
  const isOwn = selects(selector, tool, groups)
  const readers = isOfMany(selector)
    ? [...known.filter((one) => selects(selector, one, groups)), ...(isOwn ? [tool] : [])]
    : [named(selector, known) ?? (isOwn ? tool : undefined)]
  return (
    readers
      .flatMap((reader) => (reader === undefined ? [] : (meaningOf(pattern, reader) ?? [])))
      // For the tool that the rule names, the rule concerns every use. For other tools, a rule of a tool that changes
      // files concerns changes only.
      .map((meaning) => (meaning.kind === "file" && isOwn ? { ...meaning, changesOnly: false } : meaning))
  )
}

/** Whether a deny or ask pattern concerns a resource, wherever it is and however it is spelled. */
const concerns = (pattern: string, meaning: Meaning, resource: Resource, workspace: string): boolean => {
  const matches = (path: string) =>
    pathMatches(pattern.startsWith("**") ? `/${pattern}` : pattern, path, workspace, true) === true
  switch (meaning.kind) {
    case "host":
      if (resource.kind === "host") return isHostNamed(pattern, resource.host, resource.port)
      return resource.kind === "command" && resource.hosts.some(({ host, port }) => isHostNamed(pattern, host, port))
    case "command":
      return resource.kind === "command" && isCommand(pattern, resource, concernsCommand)
    case "file":
      if (resource.kind === "file") return (!meaning.changesOnly || resource.mode !== "r") && matches(resource.path)
      // The use that a program makes of a word is unknown. Only rules about reading apply to words.
      return resource.kind === "command" && !meaning.changesOnly && resource.paths.some(matches)
  }
}

/** Whether an allow pattern covers a resource as written. */
const covers = (
  pattern: string,
  resource: Resource,
  workspace: string,
  isHarmless: (variable: string) => boolean
): boolean => {
  switch (resource.kind) {
    case "host":
      return isHostNamed(pattern, resource.host, resource.port)
    case "command":
      return isCommand(pattern, resource, (words, command) => coversCommand(words, command, isHarmless))
    case "file":
      return pathMatches(pattern, resource.path, workspace, false) === true
    case "opaque":
    case "unread":
      return false
  }
}

const isHostNamed = (pattern: string, host: string, port: number): boolean =>
  matchesHost(pattern.slice("domain:".length), host, port) === true

const isCommand = (pattern: string, command: CommandResource, matches: typeof concernsCommand): boolean => {
  const words = fillCommand(pattern)
  return words !== undefined && matches(words, command)
}
