import type {
  Allowed,
  Asked,
  Denied,
  FileResource,
  HostResource,
  Judge,
  PermissionRequest,
  Resource,
  RuleRef,
  ToolDefinition,
  Verdict
} from "@toolgate/core"
import { type AddedPrograms, withPrograms } from "@toolgate/shell"
import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { makeSelectorMatch } from "../config/toolSelectors.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { ask, deny, noOpinion } from "../verdict/verdicts.ts"
import { AllowRules } from "./AllowRules.ts"
import type { CompiledRule } from "./CompiledRule.ts"
import { HarmlessVariables } from "./HarmlessVariables.ts"
import { listTreeExceptions } from "./listTreeExceptions.ts"
import { nameResource } from "./nameResource.ts"
import { type KnownTools, RuleSet, type ToolRules } from "./RuleSet.ts"
import type { RuleTable } from "./RuleTable.ts"
import {
  describeMisfit,
  describeObstacle,
  reportAnswer,
  reportOpaqueParts,
  reportRules,
  reportUnreadParts,
  reportVariables,
  unread,
  unreadable
} from "./ruleFindings.ts"

/**
 * The rules of a policy. The deny and ask rules are a part of the policy. The allow rules answer the questions of
 * another part.
 */
export interface Rules extends PolicyPart {
  /**
   * Returns what is known of a tool before a call: an allow rule for every call, "none" if no rule answers for any
   * call, or "depends".
   */
  readonly standing: (tool: ToolDefinition) => RuleRef | "none" | "depends"
  /** Returns the allow rule that answers for a call, or `undefined`. */
  readonly answer: (request: PermissionRequest) => RuleRef | undefined
  /** Returns the allow rule that answers for a redirected file, or `undefined`. */
  readonly redirection: (request: PermissionRequest, file: FileResource) => RuleRef | undefined
  /** Returns the allow rule that names a file or host of a call, or `undefined`. */
  readonly naming: (request: PermissionRequest, resource: FileResource | HostResource) => RuleRef | undefined
  /** Returns the allow rule that names the path in a word of a command, or `undefined`. */
  readonly namingWord: AllowRules["namingWord"]
  /**
   * Returns the first resource of a call for which no allow rule answers, in words that do not quote the resource.
   * Otherwise returns `undefined`.
   */
  readonly unanswered: (request: PermissionRequest) => string | undefined
  /** Returns findings about the allow rules, for each resource of a call. */
  readonly explainAnswer: (request: PermissionRequest) => ReadonlyArray<Finding>
  /** Returns the patterns of the deny and ask rules that apply to a tool. */
  readonly patterns: (tool: ToolDefinition) => ReadonlyArray<RuleTable>
}

/**
 * Returns the part of a policy with `tool(pattern)` rules. A matching deny rule denies the call, and a matching ask
 * rule asks.
 *
 * The part also asks about text that cannot be read, even if no rule matches, because no deny rule could be compared
 * with the text. The part always asks about text that was not read, even if a rule allows the call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { makePolicy, rules } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 *
 * const text = 'version: 1\nrules: { deny: ["read_file(/app/private/**)"] }'
 * const { judge } = makePolicy([rules(Effect.runSync(parsePolicy(text, "toolgate.yaml")), builtins())])
 * const tool = builtins().find(({ name }) => name === "read_file") ?? {}
 * const read = (path: string) =>
 *   judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
 * assert.deepEqual([read("/app/notes.md"), read("/app/private/notes.md")], ["allow", "deny"])
 * ```
 */
export const rules = (
  config: Pick<PolicyConfig, "rules" | "groups"> & { readonly confirmation?: PolicyConfig["confirmation"] },
  known: KnownTools = [],
  /** The programs that the policy adds to the known ones. */
  programs?: AddedPrograms | undefined
): Rules =>
  programs === undefined
    ? rulesAmong(config, known)
    : knowing(
        programs,
        withPrograms(programs, () => rulesAmong(config, known))
      )

/** Wraps rules so that their functions know the added programs while they run. */
const knowing = (programs: AddedPrograms, made: Rules): Rules => {
  const within = (member: unknown): unknown =>
    typeof member === "function"
      ? (...given: ReadonlyArray<unknown>) => within(withPrograms(programs, () => member(...given)))
      : member
  return Object.fromEntries(Object.entries(made).map(([name, member]) => [name, within(member)])) as unknown as Rules
}

const rulesAmong = (
  config: Pick<PolicyConfig, "rules" | "groups"> & { readonly confirmation?: PolicyConfig["confirmation"] },
  known: KnownTools
): Rules => {
  const world = { matches: makeSelectorMatch(config.groups), known }
  const denies = new RuleSet("deny", config.rules.deny, world)
  const asks = new RuleSet("ask", config.rules.ask, world)
  const harmless = new HarmlessVariables(config.rules.harmlessVariables)
  const allows = new AllowRules(config.rules.allow, world, harmless)
  // Asking by default belongs to the first file. `unreadableParts` handles unreadable text for the rules of all files
  // together.
  const asksOfUnreadable = !("confirmation" in config) || config.confirmation !== undefined
  const parts = [
    ["deny", denies],
    ["ask", asks]
  ] as const
  return {
    name: "rules",
    of: (tool) => opinionOf(tool, denies.of(tool), asks.of(tool), asksOfUnreadable ? allows : undefined),
    explain: (request) =>
      parts
        .flatMap(([effect, set]) => reportRules(effect, set.of(request.tool), request))
        .concat(reportUnreadParts(request), asksOfUnreadable ? reportOpaqueParts(request, allows) : []),
    standing: (tool) => allows.standing(tool),
    answer: (request) => allows.answer(request),
    redirection: (request, file) => allows.redirection(request, file),
    naming: (request, resource) => allows.naming(request, resource),
    namingWord: (...given) => allows.namingWord(...given),
    unanswered: (request) => {
      for (const { resource, rule, obstacle } of allows.matching(request))
        if (rule === undefined && resource !== undefined) {
          const which = nameResource(request.resources, request.resources.indexOf(resource))
          return obstacle === undefined ? which : `${which}: ${describeObstacle(obstacle)}`
        }
      return undefined
    },
    explainAnswer: (request) => {
      const answers = [...allows.matching(request)]
      return [...answers.map(reportAnswer), ...reportVariables(answers, harmless)]
    },
    patterns: (tool) => [...denies.of(tool).tables, ...asks.of(tool).tables]
  }
}

const opinionOf = (
  tool: ToolDefinition,
  denies: ToolRules,
  asks: ToolRules,
  /** The rules that answer for a part that cannot be read; `undefined` if the default does not ask about such parts. */
  allows: AllowRules | undefined
): Verdict | Judge => {
  const { always, misfit } = denies
  if (always !== undefined) return deny(always.because, `Tool "${tool.name}" is denied by a rule.`)
  if (misfit !== undefined) return deny(misfit.rule.because, describeMisfit(misfit))
  if (asks.misfit !== undefined) return deny(asks.misfit.rule.because, describeMisfit(asks.misfit))
  const asked =
    asks.always === undefined
      ? undefined
      : ask(asks.always.because, `The rule "${asks.always.rule.text}" asks before every call of tool "${tool.name}".`)
  const bounds = listTreeExceptions(tool, [...denies.tables, ...asks.tables])
  if (denies.tables.length + asks.tables.length === 0 && tool.resources.length === 0) return asked ?? noOpinion
  const opinion = (request: PermissionRequest): Allowed | Asked | Denied => {
    const { resources, context } = request
    const denied = firstMatch(denies.tables, resources, context.workspace)
    if (denied !== undefined) return denied.rule.denial(resources, denied.at)
    if (asked !== undefined) return asked
    const found = firstMatch(asks.tables, resources, context.workspace)
    if (found !== undefined)
      return ask(
        found.rule.because,
        `The rule "${found.rule.rule.text}" asks: it matches ${nameResource(resources, found.at)}.`
      )
    if (resources.some(({ kind }) => kind === "unread")) return askedOfUnread
    const met = firstMet([...denies.tables, ...asks.tables], resources, context.workspace)
    if (met !== undefined)
      return ask(met.because, "A word of the command expands to files, and a rule may match one of them.")
    if (allows !== undefined && resources.some(({ kind }) => kind === "opaque") && allows.answer(request) === undefined)
      return askedOfUnreadable
    return noOpinion
  }
  if (bounds === undefined) return opinion
  return (request) => {
    const verdict = opinion(request)
    return verdict.decision === "deny" ? verdict : { ...verdict, bounds: { except: bounds(request.context.workspace) } }
  }
}

const firstMatch = (
  tables: ReadonlyArray<RuleTable>,
  resources: ReadonlyArray<Resource>,
  workspace: string
): { readonly rule: CompiledRule; readonly at: number } | undefined => {
  let found: CompiledRule | undefined
  let at = 0
  for (const table of tables)
    for (let i = 0; i < resources.length; i++) {
      const rule = table.firstBehind(resources[i] as Resource, workspace)
      if (rule === undefined || (found !== undefined && found.order <= rule.order)) continue
      found = rule
      at = i
    }
  return found === undefined ? undefined : { rule: found, at }
}

const firstMet = (
  tables: ReadonlyArray<RuleTable>,
  resources: ReadonlyArray<Resource>,
  workspace: string
): CompiledRule | undefined => {
  for (const resource of resources)
    if (resource.kind === "command" && resource.globs !== undefined)
      for (const table of tables) {
        const [rule] = table.met(resource, workspace)
        if (rule !== undefined) return rule
      }
  return undefined
}

const askedOfUnread = Object.freeze(
  ask(unread, "The command is too long or complex to read completely, so no rule can be compared with all of it.")
)

const askedOfUnreadable = Object.freeze(
  ask(unreadable, "Part of the command cannot be read before it runs, so no rule can be compared with it.")
)
