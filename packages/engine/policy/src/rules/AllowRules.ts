import {
  type CommandResource,
  cachePerObject,
  type FileResource,
  type HostResource,
  type OutsideWord,
  type PermissionRequest,
  type Resource,
  type RuleRef,
  type ToolDefinition
} from "@toolgate/core"
import type { Rule } from "../config/PolicyConfig.ts"
import type { SelectorMatch } from "../config/toolSelectors.ts"
import { runsCommands } from "../declarations.ts"
import type { Obstacle } from "./CommandRules.ts"
import { CompiledRule } from "./CompiledRule.ts"
import { HarmlessVariables } from "./HarmlessVariables.ts"
import { PathRules } from "./PathRules.ts"
import { parsePatternForTool } from "./RulePattern.ts"
import type { RuleWorld } from "./RuleSet.ts"
import { RuleTable } from "./RuleTable.ts"

/**
 * The allow rules of a policy. An allow rule applies to the tool that it names. A call is allowed if every resource of
 * the relevant kinds matches a rule.
 */
export class AllowRules {
  private readonly rules: ReadonlyArray<CompiledRule>
  private readonly matches: SelectorMatch
  private readonly harmless: HarmlessVariables
  /** The rules of tools that read files, and the rules of tools that change files. */
  private readonly redirected = { read: new PathRules(false), written: new PathRules(false) }
  private readonly of = cachePerObject((tool: ToolDefinition) => this.compile(tool))

  constructor(
    rules: ReadonlyArray<Rule>,
    { matches, known }: RuleWorld,
    harmless: HarmlessVariables = new HarmlessVariables()
  ) {
    this.harmless = harmless
    this.rules = rules.map((rule, order) => new CompiledRule("allow", rule, order))
    this.matches = matches
    // A redirection does the work of a file tool, so the rules of file tools answer for it.
    for (const compiled of this.rules) {
      const tool = known.find(({ name, aliases }) => [name, ...aliases].includes(compiled.rule.tool))
      if (tool === undefined || compiled.rule.pattern === undefined) continue
      const pattern = parsePatternForTool(compiled.rule.pattern, tool, "exact", compiled.rule.path)
      if (typeof pattern === "string" || pattern.kind !== "file") continue
      const modes = tool.resources.flatMap((one) => (one.kind === "file" ? one.mode : []))
      if (modes.every((mode) => mode !== "w")) this.redirected.read.add(compiled, pattern.path, "rw")
      if (modes.every((mode) => mode !== "r")) this.redirected.written.add(compiled, pattern.path, "rw")
    }
  }

  /**
   * Returns a rule that answers for the call; `undefined` if some resource has no rule. A part that cannot be read is
   * covered only by a rule without a pattern, and a part that was not read by no rule. If a tool runs commands, only
   * rules about commands answer for its calls. Redirections are answered separately, by `redirection`.
   */
  answer(request: PermissionRequest): RuleRef | undefined {
    const { always, table, kinds, runsCommands: commands } = this.of(request.tool)
    if (request.resources.some(isUnread)) return undefined
    if (always !== undefined) return always.because
    if (table.size === 0 || (commands && !kinds.has("command"))) return undefined
    const { resources, context } = request
    if (resources.some(({ kind }) => kind === "opaque")) return undefined
    const isPart = this.partsOf(resources, commands)
    let because: RuleRef | undefined
    for (const resource of resources) {
      if (!kinds.has(resource.kind) || !isPart(resource)) continue
      const rule = table.first(resource, context.workspace)
      if (rule === undefined) return undefined
      because ??= rule.because
    }
    return because
  }

  /**
   * Returns what is known before a call: a rule that answers for every call, "none" if no rule answers for any call, or
   * "depends".
   */
  standing(tool: ToolDefinition): RuleRef | "none" | "depends" {
    const { always, table } = this.of(tool)
    if (always === undefined) return table.size === 0 ? "none" : "depends"
    // A part of the arguments may turn out to be unread.
    return tool.resources.length === 0 ? always.because : "depends"
  }

  /** Returns the rule that answers for a redirected file, or `undefined`. */
  redirection({ tool, context }: PermissionRequest, file: FileResource): RuleRef | undefined {
    const { always } = this.of(tool)
    return (always ?? this.redirectionRule(file, context.workspace))?.because
  }

  /**
   * Returns the rule that names a file or host of a call, or `undefined`. A rule without a pattern names also what its
   * tool declares, but not what the commands of its tool reach.
   */
  naming({ tool, context }: PermissionRequest, resource: FileResource | HostResource): RuleRef | undefined {
    const { always, table, runsCommands: commands } = this.of(tool)
    if (commands && resource.kind === "file") return this.redirectionRule(resource, context.workspace)?.because
    return (always ?? table.first(resource, context.workspace))?.because
  }

  /**
   * Returns the rule that names a path to which a word of a command leads: a rule that spells the word out, or a rule
   * of a tool that reads files, because the command may read the named file. Otherwise returns `undefined`.
   */
  namingWord(
    { tool, context }: PermissionRequest,
    command: CommandResource,
    { at, path }: OutsideWord
  ): RuleRef | undefined {
    const spelled = this.of(tool).table.commands.spelling(command, at)
    return (spelled ?? this.redirected.read.first(path, "r", context.workspace))?.because
  }

  /** Returns, for each resource of a call, the rule that answers for it, for explanations. */
  *matching(request: PermissionRequest): Generator<RuleAnswer> {
    const { always, table, kinds, runsCommands: commands } = this.of(request.tool)
    const { workspace } = request.context
    if (always !== undefined && !request.resources.some(isUnread)) yield { resource: undefined, rule: always }
    const isPart = this.partsOf(request.resources, commands)
    for (const resource of request.resources) {
      if (isUnread(resource)) yield { resource, rule: undefined }
      else if (commands && resource.kind === "file") yield { resource, rule: this.redirectionRule(resource, workspace) }
      else if (table.size > 0 && (resource.kind === "opaque" || kinds.has(resource.kind)))
        if (isPart(resource)) yield answerTo(table, resource, workspace)
    }
  }

  /** Returns whether a rule has to answer for a resource. A text of nothing but `cd src` needs a rule for `cd`. */
  private partsOf(resources: ReadonlyArray<Resource>, commands: boolean): (resource: Resource) => boolean {
    const isPart = (resource: Resource) => !this.isNoPart(resource, commands)
    const isLone = !resources.some((resource) => resource.kind === "command" && isPart(resource))
    return (resource) => isPart(resource) || (isLone && resource.kind === "command")
  }

  /**
   * Whether another resource answers for this one. The commands that a wrapper starts answer for it, unless it sets a
   * variable that may change what runs, or runs outside the workspace. A redirection is answered separately.
   */
  private isNoPart(resource: Resource, commands: boolean): boolean {
    return resource.kind === "command"
      ? resource.wrapper && resource.inWorkspace && resource.assigned.every(this.harmless.has)
      : commands && resource.kind === "file"
  }

  private redirectionRule({ path, mode }: FileResource, workspace: string): CompiledRule | undefined {
    const { read, written } = this.redirected
    const reads = mode === "w" ? undefined : read.first(path, "r", workspace)
    const writes = mode === "r" ? undefined : written.first(path, "w", workspace)
    return mode === "rw" && (reads === undefined || writes === undefined) ? undefined : (reads ?? writes)
  }

  private compile(tool: ToolDefinition): ToolAllows {
    const table = new RuleTable("exact", this.harmless.has)
    const kinds = new Set<Resource["kind"]>()
    let always: CompiledRule | undefined
    for (const compiled of this.rules) {
      const { rule } = compiled
      if (!this.matches({ text: rule.tool }, tool)) continue
      if (rule.pattern === undefined) always ??= compiled
      else {
        const pattern = parsePatternForTool(rule.pattern, tool, "exact", rule.path)
        // A rule whose pattern does not fit the tool allows nothing.
        if (typeof pattern === "string") continue
        table.add(compiled, pattern.kind === "file" ? { ...pattern, mode: "rw" } : pattern)
        kinds.add(pattern.kind)
      }
    }
    return { always, table, kinds, runsCommands: runsCommands(tool) }
  }
}

const isUnread = ({ kind }: Resource): boolean => kind === "unread"

/**
 * A resource with the rule that answers for it, or with the dangerous word because of which the nearest rule does not
 * answer.
 */
export interface RuleAnswer {
  readonly resource: Resource | undefined
  readonly rule: CompiledRule | undefined
  readonly obstacle?: Obstacle | undefined
}

const answerTo = (table: RuleTable, resource: Resource, workspace: string): RuleAnswer => {
  const rule = table.first(resource, workspace)
  const isUnanswered = rule === undefined && resource.kind === "command"
  return { resource, rule, obstacle: isUnanswered ? table.commands.nearest(resource) : undefined }
}

interface ToolAllows {
  readonly always: CompiledRule | undefined
  readonly table: RuleTable
  /** The kinds of resources that the patterns are about. Each resource of these kinds has to match. */
  readonly kinds: ReadonlySet<Resource["kind"]>
  readonly runsCommands: boolean
}
