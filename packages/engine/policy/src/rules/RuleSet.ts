import { onceFor, type ToolDefinition } from "@toolgate/core"
import type { Rule } from "../PolicyConfig.ts"
import { isName, type NamedTool, type SelectorMatch } from "../toolSelectors.ts"
import { CompiledRule } from "./CompiledRule.ts"
import { patternFor, type RulePattern, selfEvident } from "./RulePattern.ts"
import { RuleTable } from "./RuleTable.ts"

/** The tools that rules may speak of: what their patterns mean to other tools depends on what they declare. */
export type KnownTools = ReadonlyArray<NamedTool>

/** What rules are compiled with. */
export interface RuleWorld {
  readonly matches: SelectorMatch
  readonly known: KnownTools
}

/** What the deny or the ask rules say of one tool. */
export interface ToolRules {
  /** A rule that is about every call of the tool. */
  readonly always: CompiledRule | undefined
  /** A rule that names this tool with a pattern that it cannot have: nobody knows what it was to keep away. */
  readonly misfit: { readonly rule: CompiledRule; readonly problem: string } | undefined
  /** What is about resources, whichever tool reaches them, and what is about this tool's only. */
  readonly tables: ReadonlyArray<RuleTable>
}

/**
 * The deny or the ask rules. A pattern of theirs is about the resource: what one tool may not do with a file, a host or a
 * command, no other tool may, as far as it is known what the tool that is named would do.
 */
export class RuleSet {
  private readonly rules: ReadonlyArray<CompiledRule>
  private readonly shared = new RuleTable("wide")
  /** The rules with patterns that tools may still be found to have, with what they share already. */
  private readonly unshared: Array<{ readonly rule: CompiledRule; readonly shared: ReadonlyArray<RulePattern> }> = []
  private readonly matches: SelectorMatch
  readonly of = onceFor((tool: ToolDefinition) => this.compile(tool))

  constructor(effect: "deny" | "ask", rules: ReadonlyArray<Rule>, { matches, known }: RuleWorld) {
    this.rules = rules.map((rule, order) => new CompiledRule(effect, rule, order))
    this.matches = matches
    for (const compiled of this.rules) {
      const patterns = sharedPatterns(compiled.rule, { matches, known })
      for (const pattern of patterns) this.shared.add(compiled, pattern)
      // Tools that are not known yet may belong to a group, or be any tool.
      const isOpen = patterns.length === 0 || !isName(compiled.rule.tool)
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
      // To a tool that the rule itself names it is about every use of a file.
      for (const one of shared) if (one.kind === "file" && one.mode === "w") own.add(compiled, { ...one, mode: "rw" })
      const pattern = patternFor(rule.pattern, tool, "wide", rule.path)
      if (typeof pattern !== "string") {
        if (!shared.some(({ kind }) => kind === pattern.kind)) own.add(compiled, pattern)
      } else if (isName(rule.tool)) misfit ??= { rule: compiled, problem: pattern }
    }
    return { always, misfit, tables: [this.shared, own].filter(({ size }) => size > 0) }
  }
}

/**
 * The patterns of a rule that hold for every tool: those that say themselves what they are about, or as the known tools that
 * the rule names read them, each reading once.
 */
const sharedPatterns = (rule: Rule, { matches, known }: RuleWorld): ReadonlyArray<RulePattern> => {
  const { pattern: text, tool: selector } = rule
  if (text === undefined) return []
  const evident = selfEvident(text)
  if (evident !== undefined) return typeof evident === "string" ? [] : [evident]
  const readings = new Map<string, RulePattern>()
  for (const tool of known) {
    const pattern = matches({ text: selector }, tool) ? patternFor(text, tool, "wide", rule.path) : undefined
    if (pattern === undefined || typeof pattern === "string") continue
    readings.set(`${pattern.kind} ${pattern.kind === "file" ? pattern.mode : ""}`, pattern)
  }
  return [...readings.values()]
}
