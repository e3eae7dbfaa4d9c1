import { cachePerObject, type ToolDefinition } from "@toolgate/core"
import type { Rule } from "../config/PolicyConfig.ts"
import { isOfServers, isToolName, type NamedTool, type SelectorMatch } from "../config/toolSelectors.ts"
import { CompiledRule } from "./CompiledRule.ts"
import { isOfOtherKind, parsePatternForTool, parseStandalonePattern, type RulePattern } from "./RulePattern.ts"
import { RuleTable } from "./RuleTable.ts"

/** The tools that rules may name. The declarations of these tools decide what patterns mean for other tools. */
export type KnownTools = ReadonlyArray<NamedTool>

/** The context in which rules are compiled. */
export interface RuleWorld {
  readonly matches: SelectorMatch
  readonly known: KnownTools
}

/** The deny rules or the ask rules, as they apply to one tool. */
export interface ToolRules {
  /** A rule that applies to every call of the tool. */
  readonly always: CompiledRule | undefined
  /** A rule that names this tool with a pattern that does not fit the tool. Its intention is unknown. */
  readonly misfit: { readonly rule: CompiledRule; readonly problem: string } | undefined
  /** The rules about resources: those that apply to every tool, and those that apply to this tool only. */
  readonly tables: ReadonlyArray<RuleTable>
}

/**
 * The deny rules or the ask rules of a policy. A pattern applies to its resource rather than to one tool: if a rule
 * denies a tool's effect on a file, host or command, it denies the same effect of every other tool, if the effect of
 * the named tool is known.
 */
export class RuleSet {
  private readonly rules: ReadonlyArray<CompiledRule>
  private readonly shared = new RuleTable("wide")
  /**
   * The rules whose patterns may apply to tools that are not yet known, with the patterns that already apply to every
   * tool.
   */
  private readonly unshared: Array<{ readonly rule: CompiledRule; readonly shared: ReadonlyArray<RulePattern> }> = []
  private readonly matches: SelectorMatch
  readonly of = cachePerObject((tool: ToolDefinition) => this.compile(tool))

  constructor(effect: "deny" | "ask", rules: ReadonlyArray<Rule>, { matches, known }: RuleWorld) {
    this.rules = rules.map((rule, order) => new CompiledRule(effect, rule, order))
    this.matches = matches
    for (const compiled of this.rules) {
      const patterns = sharedPatterns(compiled.rule, { matches, known })
      for (const pattern of patterns) this.shared.add(compiled, pattern)
      // An unknown tool may belong to a group or match a `*`, and the pattern may not fit its declarations.
      const isOpen = patterns.length === 0 || !isToolName(compiled.rule.tool) || isOfServers(compiled.rule.tool)
      if (compiled.rule.pattern !== undefined && isOpen) this.unshared.push({ rule: compiled, shared: patterns })
    }
  }

  private compile(tool: ToolDefinition): ToolRules {
    const own = new RuleTable("wide")
    let always: CompiledRule | undefined
    let misfit: ToolRules["misfit"]
    for (const compiled of this.rules) {
      const { rule } = compiled
      if (always === undefined && rule.pattern === undefined && this.matches({ text: rule.tool }, tool))
        always = compiled
    }
    for (const { rule: compiled, shared } of this.unshared) {
      const { rule } = compiled
      if (rule.pattern === undefined || !this.matches({ text: rule.tool }, tool)) continue
      // For a tool that the rule itself names, the rule concerns every use of a file.
      for (const one of shared) if (one.kind === "file" && one.mode === "w") own.add(compiled, { ...one, mode: "rw" })
      const pattern = parsePatternForTool(rule.pattern, tool, "wide", rule.path)
      if (typeof pattern !== "string") {
        if (!shared.some(({ kind }) => kind === pattern.kind)) own.add(compiled, pattern)
      } else if (isMisfit(rule, tool)) misfit ??= { rule: compiled, problem: pattern }
    }
    return { always, misfit, tables: [this.shared, own].filter(({ size }) => size > 0) }
  }
}

/**
 * Whether the meaning of a rule is unknown for a tool that it names, because the tool's calls cannot be compared with
 * the pattern. The tools of a group or of `*` differ, and the rule is about those that can. Among the tools of a
 * server, the rule is not about those that declare other kinds of resources. If a tool declares nothing, its arguments
 * may point at anything.
 */
const isMisfit = ({ tool: selector, pattern = "" }: Rule, tool: ToolDefinition): boolean =>
  isToolName(selector) || (isOfServers(selector) && !isOfOtherKind(pattern, tool))

/**
 * Returns the patterns of a rule that apply to every tool. A pattern that depends on the tool is included with each
 * meaning that it has for a known tool of the rule.
 */
const sharedPatterns = (rule: Rule, { matches, known }: RuleWorld): ReadonlyArray<RulePattern> => {
  const { pattern: text, tool: selector } = rule
  if (text === undefined) return []
  const evident = parseStandalonePattern(text)
  if (evident !== undefined) return typeof evident === "string" ? [] : [evident]
  const readings = new Map<string, RulePattern>()
  for (const tool of known) {
    const pattern = matches({ text: selector }, tool) ? parsePatternForTool(text, tool, "wide", rule.path) : undefined
    if (pattern === undefined || typeof pattern === "string") continue
    readings.set(`${pattern.kind} ${pattern.kind === "file" ? pattern.mode : ""}`, pattern)
  }
  return [...readings.values()]
}
