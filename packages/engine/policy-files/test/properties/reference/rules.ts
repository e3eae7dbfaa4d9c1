import type { CommandResource, FileResource, PermissionRequest, Resource, ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, Rule } from "@toolgate/policy"
import { isHarmlessVariable } from "@toolgate/shell"
import { commandWords, concernsCommand, coversCommand } from "./commandMatches.ts"
import type { Decision } from "./decision.ts"
import { hostMatches } from "./hostMatches.ts"
import { isPathPattern, pathMatches } from "./pathMatches.ts"
import { type Groups, selects } from "./selects.ts"

type Tools = ReadonlyArray<ToolDefinition>

/** What a pattern is about, and for files whether only changes of them. */
type Meaning =
  | { readonly kind: "file"; readonly changesOnly: boolean }
  | { readonly kind: "host" }
  | { readonly kind: "command" }

/** The deny and ask rules, and that nobody allows what cannot be read. */
export const rulesDecide = (
  config: PolicyConfig,
  groups: Groups,
  known: Tools,
  request: PermissionRequest
): Decision => {
  const held = (rule: Rule) => holds(rule, groups, known, request)
  const denied = config.rules.deny.map(held)
  const asked = config.rules.ask.map(held)
  // What a rule was to keep away, nobody knows if its own tool cannot have its pattern.
  if (denied.includes(true) || denied.includes("misfit") || asked.includes("misfit")) return "deny"
  if (asked.includes(true)) return "ask"
  // Nothing but a person allows what nobody has read.
  if (!isRead(request)) return "ask"
  // What later files hold against what cannot be read, all of them are asked together.
  if (config.confirmation === undefined || !isOpaque(request)) return "allow"
  return isAllowedWhole(config, groups, request.tool) ? "allow" : "ask"
}

export const isOpaque = ({ resources }: PermissionRequest): boolean => resources.some(({ kind }) => kind === "opaque")

/**
 * What the deny and ask patterns of a file are about, for whoever calls the tool: `where` is the pattern of a file that may not even
 * be read.
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

/** Whether the reading of a call came to its end. */
export const isRead = ({ resources }: PermissionRequest): boolean => resources.every(({ kind }) => kind !== "unread")

/** An allow rule without a pattern is about every call. */
export const isAllowedWhole = ({ rules }: PolicyConfig, groups: Groups, tool: ToolDefinition): boolean =>
  rules.allow.some((rule) => rule.pattern === undefined && selects(rule.tool, tool, groups))

/** Whether allow rules answer for every resource of the kinds that they are about, and for one at least. */
export const areAllowed = (
  { rules }: PolicyConfig,
  groups: Groups,
  { tool, resources, context }: PermissionRequest
): boolean => {
  const patterns = rules.allow.flatMap(({ tool: name, pattern }) => {
    const meaning = pattern !== undefined && selects(name, tool, groups) ? meaningOf(pattern, tool) : undefined
    return meaning === undefined || pattern === undefined ? [] : [{ meaning, pattern }]
  })
  // What runs commands is answered for by rules about commands.
  if (runsCommands(tool) && !patterns.some(({ meaning }) => meaning.kind === "command")) return false
  const isHarmless = harmlessIn(rules)
  const answered: Array<boolean> = []
  for (const resource of resources) {
    if (resource.kind === "opaque" || resource.kind === "unread") return false
    if (resource.kind === "command" && resource.wrapper && resource.assigned.every(isHarmless)) continue
    // A redirection is not for the rules of the command to answer.
    if (resource.kind === "file" && runsCommands(tool)) continue
    const about = patterns.filter(({ meaning }) => meaning.kind === resource.kind)
    if (about.length > 0)
      answered.push(about.some(({ pattern }) => covers(pattern, resource, context.workspace, isHarmless)))
  }
  return answered.length > 0 && answered.every((each) => each)
}

/** The variables that are harmless for a file. Of the names of these worlds that begin so, only one says that it is a path. */
const harmlessIn =
  ({ harmlessVariables = [] }: PolicyConfig["rules"]) =>
  (variable: string): boolean =>
    isHarmlessVariable(variable) ||
    harmlessVariables.some(({ text }) =>
      text.endsWith("*") ? variable.startsWith(text.slice(0, -1)) && !variable.endsWith("_PATH") : variable === text
    )

/** A redirection does what a tool for files would do, and the allow rules of such a tool answer for it. */
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

/** How a tool reads a pattern; `undefined` where it cannot have it. */
const meaningOf = (pattern: string, { resources }: ToolDefinition): Meaning | undefined => {
  const declares = (...kinds: ReadonlyArray<string>) => resources.some(({ kind }) => kinds.includes(kind))
  if (pattern.startsWith("domain:")) return declares("url") && isHost(pattern) ? { kind: "host" } : undefined
  if (declares("shell", "argv")) return commandWords(pattern) === undefined ? undefined : { kind: "command" }
  if (!declares("file") || !isPathPattern(pattern)) return undefined
  return { kind: "file", changesOnly: resources.every((one) => one.kind !== "file" || one.mode !== "r") }
}

const isHost = (pattern: string): boolean =>
  hostMatches(pattern.slice("domain:".length), "example.org", 1) !== undefined

/** Whether a deny or an ask rule is about a call. */
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

/** What a pattern is about where this tool is called: nothing, if its own tool cannot have it or nobody knows that. */
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
      // To the tool that the rule names it is about all that it does; to others about changes, if it is a tool that changes.
      .map((meaning) => (meaning.kind === "file" && isOwn ? { ...meaning, changesOnly: false } : meaning))
  )
}

/** A deny or an ask is about a resource wherever it is and however it is spelled. */
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
      // What a program does with a word nobody knows: only what may not even be read is held against it.
      return resource.kind === "command" && !meaning.changesOnly && resource.paths.some(matches)
  }
}

/** An allow covers a resource as it is written. */
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
  hostMatches(pattern.slice("domain:".length), host, port) === true

const isCommand = (pattern: string, command: CommandResource, matches: typeof concernsCommand): boolean => {
  const words = commandWords(pattern)
  return words !== undefined && matches(words, command)
}
