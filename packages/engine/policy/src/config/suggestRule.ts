import type { CommandResource, PermissionRequest, Resource, RuleSuggestion, Verdict } from "@toolgate/core"
import { findDangerousWords } from "@toolgate/shell"
import { runsCommands } from "../declarations.ts"
import { addAllowRules } from "../rules/addAllowRules.ts"
import { describeWord } from "../rules/describeResource.ts"
import { writeExactRules } from "../rules/writeExactRules.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import { selectorPattern } from "./parseRule.ts"

/** The policy in which a suggested rule is tried. */
export interface TriedPolicy {
  readonly configs: ReadonlyArray<PolicyConfig>
  /** Judges the call under other configurations. */
  readonly judge: (configs: ReadonlyArray<PolicyConfig>) => Verdict
  /** The start of a path in the rule. Default: the root, so that the rule does not apply in other workspaces. */
  readonly from?: "root" | "workspace"
}

/** A suggested rule, with the index of its file and the configurations that contain the rule. */
export interface LocatedRule {
  readonly rule: string
  readonly at: number
  readonly configs: ReadonlyArray<PolicyConfig>
}

/**
 * Suggests the narrowest allow rule that would have answered for a call instead of a person, and the file for the
 * rule. The call must name a single resource, or a command whose other parts are already allowed. A rule must be able
 * to spell that resource out. The rule is tried: it is returned only if the policy with the rule allows the call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DefaultPolicy, defaultConfig, suggestRule } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import { shell } from "toolgate"
 *
 * const tool = { ...shell, permission: "shell" } as const
 * const paths = { paths: [], hosts: [], assigned: [], wrapper: false, inWorkspace: true }
 * const request = makePermissionRequest({ tool, resources: [{ kind: "command", argv: ["npm", "test"], ...paths }] })
 * const installed = new Map([["host", new Set(["command"] as const)]])
 * const judge = (configs: ReadonlyArray<typeof defaultConfig>) =>
 *   DefaultPolicy.make({ configs, tools: [tool] }, installed).judge(request)
 * const suggested = suggestRule(request, { configs: [defaultConfig], judge })
 * assert.equal("rule" in suggested && suggested.rule, "shell(npm test)")
 * ```
 */
export const suggestRule = (
  request: PermissionRequest,
  { configs, judge, from = "root" }: TriedPolicy
): LocatedRule | Extract<RuleSuggestion, { readonly none: string }> => {
  const rules = rulesOf(request, from)
  if ("none" in rules) return rules
  const before = judge(configs)
  if (before.decision === "allow") return { none: "is allowed already" }
  let none = `has ${rules.parts} parts, and a rule would allow each on its own`
  for (const rule of rules.rules) {
    const tried = tryRule(rule, request, { configs, judge }, before)
    if (!("none" in tried)) return tried
    if (rules.parts === 1) none = tried.none
  }
  return { none }
}

/**
 * Tries the rule in each file, the narrowest first, until the call is allowed. Otherwise returns the reason why it is
 * not.
 */
const tryRule = (
  rule: string,
  request: PermissionRequest,
  { configs, judge }: TriedPolicy,
  before: Verdict
): LocatedRule | Extract<RuleSuggestion, { readonly none: string }> => {
  let last = before
  // The narrowest file comes last, and a file that only narrows allows nothing.
  for (const at of [...configs.keys()].reverse()) {
    if (configs[at]?.onlyNarrows === true) continue
    const tried = addAllowRules(configs, [at], [rule], request.tool)
    last = judge(tried)
    if (last.decision === "allow") return { rule, at, configs: tried }
  }
  if (last.decision === "allow") return { none: "is allowed already" }
  return { none: `${last.decision === "deny" ? "is denied" : "would still be asked about"}: ${last.why}` }
}

const maxParts = 8

interface Rules {
  readonly rules: ReadonlyArray<string>
  /**
   * The number of resources that the call names. If there are several, a rule answers only if the others are allowed.
   */
  readonly parts: number
}

/** Returns one rule for each resource of the call, or the reason why no rule can be written. */
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
    const rules = free.flatMap((one) => writeExactRules({ ...request, resources: [one] }, [], from)).filter(isWritable)
    return { rules: [...new Set(rules)], parts: commands.size }
  }
  const own = [...commands.values()].find((one) => one !== undefined)
  if (own !== undefined) return { none: own }
  const rules = writeExactRules(request, [], from)
  const [rule] = rules
  if (rule === undefined) return { none: "names no resource that a rule could match" }
  if (rules.length > 1) return { rules: [], parts: rules.length }
  if (rule.length > longestRule) return { none: `would need a rule of more than ${longestRule} characters` }
  // A person could not distinguish such a rule from another.
  if (hidden.test(rule)) return { none: "has an invisible character, which a suggested rule must not contain" }
  return { rules: [rule], parts: 1 }
}

const isWritable = (rule: string): boolean => rule.length <= longestRule && !hidden.test(rule)

/** The length to which a policy file limits a rule. */
const longestRule = 4096

const hidden = /[\p{C}\p{Zl}\p{Zp}]/u

/** Returns the reason why a rule cannot answer for the call, as the end of a sentence that begins with "the call". */
const hindranceOf = ({ tool, args, resources }: PermissionRequest): string | undefined => {
  if (tool.risk === "CRITICAL") return "has CRITICAL risk, which only a person can approve"
  if (!selectorPattern.test(tool.name)) return "is of a tool whose name cannot be used in a rule"
  for (const resource of resources) {
    const hindrance = resourceHindrance(resource)
    if (hindrance !== undefined) return hindrance
  }
  if (!runsCommands(tool)) return undefined
  if (resources.some(({ kind }) => kind === "file"))
    return "redirects input or output, and a rule would only allow the command"
  // The arguments include the command's input, which a rule cannot express.
  return JSON.stringify(args).includes("<<") ? "gives its command an input, which a rule cannot express" : undefined
}

const resourceHindrance = (resource: Resource): string | undefined => {
  switch (resource.kind) {
    case "opaque":
      return "is partly known only when it runs"
    case "unread":
      return "was not read to its end"
    case "command":
      return resource.wrapper
        ? "has a command that starts another, and a rule would only allow the other command"
        : undefined
    default:
      return undefined
  }
}

const commandHindrance = ({ argv, assigned, inWorkspace, loose }: CommandResource): string | undefined => {
  if (loose !== undefined) return "has a word that expands to other words"
  if (assigned.length > 0) return "sets a variable for its command, which a rule cannot express"
  if (!inWorkspace) return "has a command that may run outside of the workspace"
  // The person saw these words. Only dangers that the words do not show matter here.
  const [danger] = findDangerousWords(argv, argv.length)
  return danger === undefined ? undefined : `has a command whose word ${describeWord(danger.word)} ${danger.reason}`
}
