import type { Principal, Resource, RuleRef, Verdict } from "@toolgate/core"
import type { Finding } from "@toolgate/policy"
import { addAllowRules, defaultConfig, runsCommands, writeExactRules } from "@toolgate/policy"
import { addTrustedWorkspace, removeRules, setAutoMode } from "./changedConfigs.ts"
import type { DryVerdict } from "./DryAnswer.ts"

/** A change that would lead to another answer to a call. */
export interface Suggestion {
  /** The change, as a sentence. */
  readonly change: string
  /**
   * The decision after the change, as a trial showed. `undefined`: the change was not tried, or is not enough on its
   * own.
   */
  readonly gives: Verdict["decision"] | undefined
}

/**
 * Suggests changes that would permit more: other rules, other settings, another asker. Changes are tried with the
 * policy itself, and left out if they have no effect.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig } from "@toolgate/policy"
 * import { DryRun, suggestChanges } from "@toolgate/policy-files"
 * import { MapToolRegistry, validator } from "@toolgate/registry"
 * import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins } from "toolgate"
 *
 * const program = Effect.gen(function* () {
 *   const options = { configs: [defaultConfig], workspace: yield* openWorkspace("."), validator: yield* validator }
 *   const { check } = yield* DryRun.make(options)
 *   const answer = yield* check({ tool: "write_file", args: { path: "a.txt", content: "" } }, "request")
 *   return answer._tag === "Judged" ? suggestChanges(answer) : []
 * })
 * const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
 * const suggestions = await Effect.runPromise(Effect.provide(program, ports))
 * assert(suggestions.some(({ gives }) => gives === "allow"))
 * ```
 */
export const suggestChanges = (answer: DryVerdict): ReadonlyArray<Suggestion> => {
  if (answer.verdict.decision === "allow") return []
  const policy = [...ruleChanges(answer), ...otherChanges(answer), ...answering(answer)]
  return [...(policy.length > 0 ? policy : remaining(answer)), ...askers(answer)]
}

const remaining = (answer: DryVerdict): ReadonlyArray<Suggestion> => {
  const advice = adviceOf(findingsAgainst(answer))
  const { rule, source } = answer.verdict.because
  return advice.length > 0
    ? advice
    : [{ change: `Change the entry that decided: ${rule} (${source}).`, gives: undefined }]
}

const adviceOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<Suggestion> =>
  findings.flatMap(({ change, because: { rule, source } }) =>
    change === undefined ? [] : [{ change: `${change} (${rule}, ${source})`, gives: undefined }]
  )

const findingsAgainst = ({ policy, request, verdict }: DryVerdict): ReadonlyArray<Finding> => {
  const found = policy.explain(request).steps.flatMap(({ findings }) => findings)
  const against = found.filter(({ effect }) => effect === verdict.decision)
  return [
    ...new Map(against.map((finding) => [`${finding.because.source}\0${finding.because.rule}`, finding])).values()
  ]
}

const isRule = ({ source }: RuleRef, { configs }: DryVerdict): boolean =>
  configs.some(({ rules }) => [...rules.deny, ...rules.ask].some((rule) => rule.source === source))

/**
 * Returns the suggestions to remove the matching deny or ask rules and, if removing them is not enough, to add allow
 * rules in their place.
 */
const ruleChanges = (answer: DryVerdict): ReadonlyArray<Suggestion> => {
  const rules = findingsAgainst(answer).flatMap(({ because }) => (isRule(because, answer) ? [because] : []))
  if (rules.length === 0) return []
  const configs = removeRules(answer.configs, new Set(rules.map(({ source }) => source)))
  const gives = better(answer, { configs })
  const texts = rules.map(({ rule, source }) => `"${rule}" (${source})`).join(", ")
  const [what, narrower] = rules.length === 1 ? ["rule", "its pattern"] : ["rules", "their patterns"]
  const taken = { change: `Remove the ${what} ${texts}, or make ${narrower} narrower.`, gives }
  const allowed = gives === "allow" ? undefined : rulesAt({ ...answer, configs })
  if (allowed === undefined) return [taken]
  const both = { change: `Remove the ${what} ${texts}, and ${allowed}.`, gives: "allow" as const }
  return gives === undefined ? [both] : [taken, both]
}

/**
 * Returns the allow rules to add for exactly this call, as the end of a sentence; `undefined` if they are not enough.
 */
const rulesAt = (answer: DryVerdict): string | undefined => {
  const { request, configs, tools, retry } = answer
  const rules = writeExactRules(request, tools)
  const at =
    rules.length === 0 ? undefined : places(answer, (some) => addAllowRules(configs, some, rules, request.tool))
  if (at === undefined) return undefined
  const isEnough = (some: ReadonlyArray<string>) =>
    retry({ configs: addAllowRules(configs, at, some, request.tool) }).decision === "allow"
  // Only the parts of a command are answered one by one. For other resources, leaving a rule out leaves its kind
  // unrestricted.
  const mayLackRules = runsCommands(request.tool) && rules.length <= mostParts
  return adding(answer, at, mayLackRules ? withoutNeedless(rules, isEnough) : rules)
}

// The number of rules that are tried one by one. Each trial compiles a policy.
const mostParts = 20

/** Removes rules that are not needed because another rule of the policy already answers. */
const withoutNeedless = (
  rules: ReadonlyArray<string>,
  isEnough: (some: ReadonlyArray<string>) => boolean
): ReadonlyArray<string> =>
  rules.reduce<ReadonlyArray<string>>((needed, rule) => {
    const others = needed.filter((one) => one !== rule)
    return others.length > 0 && isEnough(others) ? others : needed
  }, rules)

const adding = (answer: DryVerdict, at: ReadonlyArray<number>, rules: ReadonlyArray<string>): string =>
  `add to rules.allow of ${named(answer, at, "of")}: ${rules.map((rule) => JSON.stringify(rule)).join(", ")}`

const named = ({ configs }: DryVerdict, at: ReadonlyArray<number>, preposition: string): string =>
  at
    .map((place) => (configs[place] === defaultConfig ? "a policy file" : (configs[place]?.name ?? "")))
    .join(` and ${preposition} `)

const otherChanges = (answer: DryVerdict): ReadonlyArray<Suggestion> =>
  answer.verdict.decision === "ask"
    ? []
    : adviceOf(findingsAgainst(answer).filter(({ because }) => !isRule(because, answer)))

const answering = (answer: DryVerdict): ReadonlyArray<Suggestion> => {
  const { request, configs, verdict } = answer
  if (verdict.decision !== "ask") return []
  const { tool, context } = request
  const exact = rulesAt(answer)
  // Patterns never answer for text that cannot be read.
  const toolAt = request.resources.every(isKnown)
    ? undefined
    : places(answer, (at) => addAllowRules(configs, at, [tool.name], tool))
  const modeAt = places(answer, (at) => setAutoMode(configs, at, tool.name))
  const trustAt = places(answer, (at) => addTrustedWorkspace(configs, at, context.workspace))
  const changes = [
    exact === undefined ? undefined : `To allow exactly this call, ${exact}.`,
    toolAt === undefined
      ? undefined
      : `To allow every call of the tool, including commands that cannot be read before they run, ${adding(answer, toolAt, [tool.name])}.`,
    modeAt === undefined
      ? undefined
      : `To run every call of the tool without asking, set tool_confirmation.per_tool.${tool.name} to auto in ${named(answer, modeAt, "in")}.`,
    trustAt === undefined
      ? undefined
      : `To allow every write in this workspace without asking, add ${JSON.stringify(context.workspace)} to tool_confirmation.trusted_workspaces of ${named(answer, trustAt, "of")}.`
  ]
  return [
    ...(request.resources.some(({ kind }) => kind === "unread") ? [shorter] : []),
    ...(request.resources.every(isKnown) ? [] : [readable]),
    ...changes.flatMap((change) => (change === undefined ? [] : [{ change, gives: "allow" as const }]))
  ]
}

const shorter: Suggestion = {
  change: "Make several shorter calls instead: no rule and no mode allows a command that is not read to its end.",
  gives: undefined
}

const isKnown = (resource: Resource): boolean =>
  resource.kind === "command" ? resource.loose === undefined : resource.kind !== "opaque"

const readable: Suggestion = {
  change: "Write the command so that all of it can be read: without variables, expansions and substitutions.",
  gives: undefined
}

/**
 * Returns the indexes of the files in which a change allows the call: a single file if possible, otherwise all files.
 * `undefined`: the change does not allow the call anywhere.
 */
const places = (
  { configs, retry }: DryVerdict,
  change: (at: ReadonlyArray<number>) => DryVerdict["configs"]
): ReadonlyArray<number> | undefined => {
  const all = [...configs.keys()]
  const candidates = [...all.toReversed().map((place) => [place]), ...(all.length > 1 ? [all] : [])]
  return candidates.find((at) => retry({ configs: change(at) }).decision === "allow")
}

const mostAskers = 16

/**
 * Returns other askers who may make the call: another agent, role or task of the policy, or the same asker without its
 * own restriction.
 */
const askers = (answer: DryVerdict): ReadonlyArray<Suggestion> => {
  const { configs, request } = answer
  const { principal } = request.context
  const names = (of: (config: (typeof configs)[number]) => Iterable<string> | undefined, own: string | undefined) =>
    [...new Set(configs.flatMap((config) => [...(of(config) ?? [])]))]
      .filter((name) => name !== own)
      .slice(0, mostAskers)
  const { readOnly, noWeb, ...ceiling } = principal.ceiling
  const others: ReadonlyArray<readonly [string, Principal]> = [
    ...names(({ agents }) => agents?.keys(), principal.agent).map(
      (agent) => [`Call as the agent "${agent}".`, { ...principal, agent }] as const
    ),
    ...names(({ layers }) => layers.roles?.keys(), principal.role).map(
      (role) => [`Call in the role "${role}".`, { ...principal, role }] as const
    ),
    ...names(({ layers }) => layers.tasks?.keys(), principal.task).map(
      (task) => [`Call for the task "${task}".`, { ...principal, task }] as const
    ),
    ...(principal.task === undefined ? [] : [["Call without a task.", withoutTask(principal)] as const]),
    ...(readOnly === true
      ? [["Call without being read-only.", { ...principal, ceiling: { ...ceiling, ...optional({ noWeb }) } }] as const]
      : []),
    ...(noWeb === true
      ? [["Call without no-web.", { ...principal, ceiling: { ...ceiling, ...optional({ readOnly }) } }] as const]
      : [])
  ]
  return others.flatMap(([change, other]) => {
    const gives = better(answer, { context: { principal: other } })
    return gives === undefined ? [] : [{ change, gives }]
  })
}

const withoutTask = ({ task: _, ...principal }: Principal): Principal => principal

const optional = (flags: Readonly<Record<string, boolean | undefined>>) =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))

const rank = { deny: 0, ask: 1, allow: 2 } as const

/** Returns the decision under a change if it permits more; `undefined` otherwise. */
const better = (answer: DryVerdict, change: Parameters<DryVerdict["retry"]>[0]): Verdict["decision"] | undefined => {
  const { decision } = answer.retry(change)
  return rank[decision] > rank[answer.verdict.decision] ? decision : undefined
}
