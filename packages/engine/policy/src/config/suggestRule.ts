import type { CommandResource, PermissionRequest, Resource, RuleSuggestion, Verdict } from "@toolgate/core"
import { dangersIn } from "@toolgate/shell"
import { runsCommands } from "../declarations.ts"
import { describeWord } from "../rules/describeResource.ts"
import { exactRules } from "../rules/exactRules.ts"
import { withAllowRules } from "../rules/withAllowRules.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import { selectorPattern } from "./parseRule.ts"

/** The policy in which a suggested rule is tried. */
export interface TriedPolicy {
  readonly configs: ReadonlyArray<PolicyConfig>
  /** Judges the call under other configurations. */
  readonly judge: (configs: ReadonlyArray<PolicyConfig>) => Verdict
  /** The beginning of a path in the rule: the root by default, so that the rule holds in no other workspace. */
  readonly from?: "root" | "workspace"
}

/** A suggested rule, with the index of the file to which it belongs and the configurations that then hold. */
export interface PlacedRule {
  readonly rule: string
  readonly at: number
  readonly configs: ReadonlyArray<PolicyConfig>
}

/**
 * Returns the narrowest allow rule that would have answered for a call in the place of a person, with the file that has
 * to hold the rule. A call has a rule only if it names a single thing, or a command whose other parts are allowed already,
 * if all of that can be read and written in a rule, and if the policy with the rule, when tried, allows the call.
 *
 * ```ts
 * import { DefaultPolicy, defaultConfig, suggestRule } from "@toolgate/policy"
 * import type { PermissionRequest } from "toolgate/effect"
 *
 * const configs = [defaultConfig]
 * export const ruleFor = (request: PermissionRequest) =>
 *   suggestRule(request, { configs, judge: (tried) => DefaultPolicy.make({ configs: tried }, new Map()).judge(request) })
 * ```
 */
export const suggestRule = (
  request: PermissionRequest,
  { configs, judge, from = "root" }: TriedPolicy
): PlacedRule | Extract<RuleSuggestion, { readonly none: string }> => {
  const rules = rulesOf(request, from)
  if ("none" in rules) return rules
  const before = judge(configs)
  if (before.decision === "allow") return { none: "is allowed already" }
  let none = `has ${rules.parts} parts, and with a rule for each of them every part would be allowed alone`
  for (const rule of rules.rules) {
    const tried = tryRule(rule, request, { configs, judge }, before)
    if (!("none" in tried)) return tried
    if (rules.parts === 1) none = tried.none
  }
  return { none }
}

/** Returns the rule in the narrowest file with which the call is allowed, or the reason why no file allows it. */
const tryRule = (
  rule: string,
  request: PermissionRequest,
  { configs, judge }: TriedPolicy,
  before: Verdict
): PlacedRule | Extract<RuleSuggestion, { readonly none: string }> => {
  let last = before
  // The narrowest file comes last, and a file that only narrows allows nothing.
  for (const at of [...configs.keys()].reverse()) {
    if (configs[at]?.onlyNarrows === true) continue
    const tried = withAllowRules(configs, [at], [rule], request.tool)
    last = judge(tried)
    if (last.decision === "allow") return { rule, at, configs: tried }
  }
  if (last.decision === "allow") return { none: "is allowed already" }
  return { none: `${last.decision === "deny" ? "is denied" : "would be asked about all the same"}: ${last.why}` }
}

/** The most parts of a command for which rules are tried. */
const maxParts = 8

interface Rules {
  readonly rules: ReadonlyArray<string>
  /** The number of things that the call names. With more than one, a rule answers only if the others are allowed. */
  readonly parts: number
}

/** Returns the rules that each name one thing of the call, and nothing else, or the reason why no rule can. */
const rulesOf = (
  request: PermissionRequest,
  from: "root" | "workspace"
): Rules | Extract<RuleSuggestion, { readonly none: string }> => {
  const hindrance = hindranceOf(request)
  if (hindrance !== undefined) return { none: hindrance }
  const { tool, resources } = request
  if (tool.resources.length === 0) return { rules: [tool.name], parts: 1 }
  const commands = new Map<string, string | undefined>()
  for (const resource of resources)
    if (resource.kind === "command") commands.set(JSON.stringify(resource.argv), commandHindrance(resource))
  if (commands.size > 1 && commands.size <= maxParts && runsCommands(tool)) {
    const free = resources.filter(
      (one) => one.kind === "command" && commands.get(JSON.stringify(one.argv)) === undefined
    )
    const rules = free.flatMap((one) => exactRules({ ...request, resources: [one] }, [], from)).filter(isWritable)
    return { rules: [...new Set(rules)], parts: commands.size }
  }
  const own = [...commands.values()].find((one) => one !== undefined)
  if (own !== undefined) return { none: own }
  const rules = exactRules(request, [], from)
  const [rule] = rules
  if (rule === undefined) return { none: "names nothing that a rule could be about" }
  if (rules.length > 1) return { rules: [], parts: rules.length }
  if (rule.length > longestRule) return { none: `would need a rule of more than ${longestRule} characters` }
  // A person could not tell such a rule from another one.
  if (hidden.test(rule)) return { none: "has a character that cannot be seen, which no suggested rule contains" }
  return { rules: [rule], parts: 1 }
}

const isWritable = (rule: string): boolean => rule.length <= longestRule && !hidden.test(rule)

/** The length to which a policy file limits a rule. */
const longestRule = 4096

const hidden = /[\p{C}\p{Zl}\p{Zp}]/u

/** Returns what keeps a call from having a rule, as the end of a sentence that begins with "the call". */
const hindranceOf = ({ tool, args, resources }: PermissionRequest): string | undefined => {
  if (tool.risk === "CRITICAL") return "has the risk CRITICAL, which no rule answers for"
  if (!selectorPattern.test(tool.name)) return "is of a tool with a name that no rule can contain"
  for (const resource of resources) {
    const hindrance = resourceHindrance(resource)
    if (hindrance !== undefined) return hindrance
  }
  if (!runsCommands(tool)) return undefined
  if (resources.some(({ kind }) => kind === "file"))
    return "redirects what a command reads or writes, and a rule would allow the command alone"
  // A text for the input of a command is among the arguments, and no rule can contain it.
  return JSON.stringify(args).includes("<<") ? "gives its command an input, which no rule can contain" : undefined
}

const resourceHindrance = (resource: Resource): string | undefined => {
  switch (resource.kind) {
    case "opaque":
      return "is partly known only when it runs"
    case "unread":
      return "was not read to its end"
    case "command":
      return resource.wrapper
        ? "has a command that starts or leads to another one, and a rule would allow the other one alone"
        : undefined
    default:
      return undefined
  }
}

const commandHindrance = ({ argv, assigned, inWorkspace, loose }: CommandResource): string | undefined => {
  if (loose !== undefined) return "has a word that stands for other words"
  if (assigned.length > 0) return "sets a variable for its command, and no rule can contain the variable"
  if (!inWorkspace) return "has a command that may run outside of the workspace"
  // The words themselves were seen. What is dangerous beside them was not.
  const [danger] = dangersIn(argv, argv.length)
  return danger === undefined ? undefined : `has a command whose word ${describeWord(danger.word)} ${danger.reason}`
}
