import {
  type Approvals,
  QuotaStore,
  RuntimePolicy,
  Sandboxes,
  type ToolDefinition,
  ToolRegistry
} from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { collectGroups } from "./config/collectGroups.ts"
import { collectPrograms } from "./config/collectPrograms.ts"
import { defaultConfig } from "./config/defaultConfig.ts"
import { type AddedLayer, digestPolicy } from "./config/digestPolicy.ts"
import { findMisspelledTools, GuardedNames } from "./config/findMisspelledTools.ts"
import { KnownToolList, listToolNames } from "./config/KnownToolList.ts"
import { type LayerSpec, makePolicyLayer } from "./config/makePolicyLayer.ts"
import type { PolicyConfig, PolicyLayer } from "./config/PolicyConfig.ts"
import { makePolicyInvalid, type PolicyInvalid, type PolicyProblem } from "./config/PolicyInvalid.ts"
import { suggestRule } from "./config/suggestRule.ts"
import type { DefaultPolicyOptions } from "./DefaultPolicyOptions.ts"
import { isGrantEnforced, runsConfined } from "./grant/isGrantEnforced.ts"
import type { LayeredPolicy, UntriedPolicy } from "./LayeredPolicy.ts"
import { makeRuntimePolicy } from "./makeRuntimePolicy.ts"
import { narrowPolicy } from "./narrowPolicy.ts"
import { makePolicyOfOwnParts, type Policy } from "./Policy.ts"
import type { PolicyPart } from "./PolicyPart.ts"
import { allowedPaths } from "./parts/allowedPaths.ts"
import { callers } from "./parts/callers.ts"
import { capabilities } from "./parts/capabilities.ts"
import { type Cascade, cascade } from "./parts/cascade.ts"
import { ceilings } from "./parts/ceilings.ts"
import { confirmation } from "./parts/confirmation.ts"
import { escalations } from "./parts/escalations.ts"
import { hostPaths } from "./parts/hostPaths.ts"
import { makeJudgePart } from "./parts/makeJudgePart.ts"
import { newHosts } from "./parts/newHosts.ts"
import { ownFiles } from "./parts/ownFiles.ts"
import { findMissingSandboxes, type Installed, routing } from "./parts/routing.ts"
import { ignoreSessionPaths } from "./parts/sessionPaths.ts"
import { toolHosts } from "./parts/toolHosts.ts"
import { toolList } from "./parts/toolList.ts"
import { turnCallers } from "./parts/turnCallers.ts"
import { unreadableParts } from "./parts/unreadableParts.ts"
import { protectedPaths } from "./protected/protectedPaths.ts"
import { makeReplaceablePolicy, ReplaceablePolicy } from "./ReplaceablePolicy.ts"
import { addAllowRules } from "./rules/addAllowRules.ts"
import { findRuleProblems } from "./rules/findRuleProblems.ts"
import type { KnownTools } from "./rules/RuleSet.ts"
import { type Rules, rules } from "./rules/rules.ts"
import { secretPaths } from "./secrets/secretPaths.ts"
import { markValidated } from "./verdict/readVerdict.ts"

export type { DefaultPolicyOptions } from "./DefaultPolicyOptions.ts"
export type { LayeredPolicy } from "./LayeredPolicy.ts"

/**
 * Builds the policy of the configurations. The strictest part decides. The order of the parts is: callers, the
 * ceilings of delegation, escalations, the gate's own files, protected paths, secrets; then, for each configuration,
 * its tools and their hosts, the cascade, capabilities, allowed paths, rules and confirmation; then host paths and new
 * hosts, which only the first configuration decides; then the app's judges, routing, and unreadable text.
 *
 * If configurations have `onlyNarrows`, the policy is the stricter of two: the policy without them and the policy with
 * them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DefaultPolicy, defaultConfig } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * // Judges a request without opening a gate.
 * const policy = DefaultPolicy.make({ configs: [defaultConfig] }, new Map([["host", new Set(["function"])]]))
 * const request = makePermissionRequest({ tool: { name: "deploy", sideEffects: "EXECUTE" } })
 * assert.equal(policy.judge(request).decision, "ask")
 * ```
 */
export const make = (options: DefaultPolicyOptions, installed: Installed): LayeredPolicy => {
  const policy = made(options, installed)
  const known = new KnownToolList(options.tools ?? [])
  return {
    ...policy,
    admit: (tool) => {
      const problems = policy.admit(tool)
      if (problems.length === 0 && !known.has(tool)) known.add(tool)
      return problems
    },
    suggestRule: (request) =>
      suggestRule(request, {
        configs: options.configs,
        judge: (configs) =>
          configs === options.configs
            ? policy.judge(request)
            : made({ ...options, configs, tools: known.all }, installed).judge(request)
      })
  }
}

const made = (options: DefaultPolicyOptions, installed: Installed): UntriedPolicy => {
  const at = options.configs.findIndex(({ onlyNarrows }) => onlyNarrows === true)
  if (at === -1) return met(options, installed)
  const before = at === 0 ? [defaultConfig] : options.configs.slice(0, at)
  return narrowPolicy(
    met({ ...options, configs: before }, installed),
    met({ ...options, configs: [...before, ...options.configs.slice(at)] }, installed)
  )
}

const met = (
  { configs: given, tools = [], judges = [], files = [], secrets = [] }: DefaultPolicyOptions,
  installed: Installed
): UntriedPolicy => {
  const configs = given.map((config, i) => ({ ...config, groups: collectGroups(given, i) }))
  const programs = given.map((_, i) => collectPrograms(given, i))
  const layered = configs.map((config, i) =>
    cascade(
      { ...config, isFirst: i === 0 },
      {
        before: configs.slice(0, i).flatMap(({ agents }) => agents ?? []),
        after: configs.slice(i + 1).flatMap(({ agents }) => agents ?? [])
      }
    )
  )
  const isEnforced = (tool: ToolDefinition) => isGrantEnforced(configs, tool)
  const isConfined = (tool: ToolDefinition) => runsConfined(configs, tool)
  const beside = (part: PolicyPart) => ignoreSessionPaths(part, isConfined)
  const own = files.length + secrets.length === 0 ? [] : [ownFiles({ files, secrets }, isEnforced)]
  const known = new KnownToolList(tools)
  const guardedNames = new GuardedNames(configs)
  const guarded = configs.map((config, i) => protectedPaths({ ...config, isFirst: i === 0 }))
  const kept = configs.map((config, i) => secretPaths({ ...config, isFirst: i === 0 }, isEnforced))
  const compiled = (): Policy => {
    const ruled = configs.map((config, i) => rules(config, known.all, programs[i]))
    const parts = configs.flatMap((config, i) =>
      partsOf(
        config,
        layered[i] ?? cascade({ ...config, isFirst: i === 0 }),
        ruled[i] ?? rules(config, known.all, programs[i]),
        beside
      )
    )
    const [first = defaultConfig] = configs
    const [firstRuled = rules(first, known.all, programs[0])] = ruled
    const rulesWith = (rule: string, tool: ToolDefinition) =>
      rules(addAllowRules([first], [0], [rule], tool)[0] ?? first, known.all, programs[0])
    return makePolicyOfOwnParts([
      callers,
      beside(ceilings),
      escalations,
      ...own,
      ...guarded,
      ...kept,
      ...parts,
      beside(hostPaths(first, firstRuled, { isEnforced, isConfined, tools: known.all, rulesWith })),
      newHosts(first, firstRuled),
      ...judges.map(makeJudgePart),
      routing(configs, installed),
      unreadableParts(ruled, isEnforced),
      turnCallers
    ])
  }
  // The policy is compiled when a call needs it, because many tools may be admitted before the next call.
  let made: Policy | undefined
  const policy = (): Policy => (made ??= compiled())
  const last = layered.at(-1)
  const groups: PolicyConfig["groups"] = configs.at(-1)?.groups ?? new Map()
  const layerOf = (spec: LayerSpec, source: string): PolicyLayer => {
    const layer = makePolicyLayer(spec, source, groups.keys())
    const added = { ...defaultConfig, layers: { ...defaultConfig.layers, global: layer } }
    const slip = findMisspelledTools([...configs, added], known.all).find((problem) => problem.source === source)
    if (slip !== undefined) throw new TypeError(`There is an ${slip.message} (${source}).`)
    return layer
  }
  const added: Array<AddedLayer> = []
  let digest: string | undefined
  const add = (layer: AddedLayer): void => {
    added.push(layer)
    digest = undefined
  }
  return {
    groups,
    judge: markValidated((request) => policy().judge(request)),
    explain: (request) => policy().explain(request),
    mayPermit: (tool, asker) => policy().mayPermit(tool, asker),
    admit: (tool) => {
      if (known.has(tool)) return []
      const names = listToolNames(tool)
      const problems = guardedNames.findMisspelled(names, (name) => names.includes(name) || known.hasName(name))
      if (problems.length > 0) return problems
      known.add(tool)
      made = undefined
      return []
    },
    digest: () => (digest ??= digestPolicy(given, added)),
    exceptions: (workspace) => [...own, ...guarded, ...kept].flatMap((part) => part.exceptions?.(workspace) ?? []),
    addGlobal: (spec) => {
      const layer = layerOf(spec, "added global layer")
      last?.addGlobal(layer)
      add({ layer })
    },
    addRole: (role, spec) => {
      const layer = layerOf(spec, `added layer of role ${role}`)
      last?.addRole(role, layer)
      add({ role, layer })
    }
  }
}

const partsOf = (
  config: PolicyConfig,
  layers: Cascade,
  ruled: Rules,
  beside: (part: PolicyPart) => PolicyPart
): ReadonlyArray<PolicyPart> => [
  toolList(config),
  toolHosts(config),
  layers,
  beside(capabilities(config)),
  beside(allowedPaths(config)),
  ruled,
  beside(confirmation(config, ruled))
]

/**
 * Finds the problems that make the configurations unusable: sandboxes that are not installed, patterns that do not fit
 * the tools they name, and misspelled tool names.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DefaultPolicy, defaultConfig } from "@toolgate/policy"
 * import { makeToolDefinition } from "@toolgate/testing"
 *
 * // A rule with a misspelled tool name.
 * const deny = [{ text: "writefile", source: "toolgate.yaml:3:10" }]
 * const layer = {
 *   allow: undefined,
 *   deny,
 *   readOnly: undefined,
 *   noWeb: undefined,
 *   flat: undefined,
 *   source: "toolgate.yaml:3"
 * }
 * const config = { ...defaultConfig, layers: { ...defaultConfig.layers, global: layer } }
 * const [problem] = DefaultPolicy.findProblems(
 *   { configs: [config], tools: [makeToolDefinition({ name: "write_file" })] },
 *   new Map()
 * )
 * assert.match(problem?.message ?? "", /write_file/)
 * ```
 */
export const findProblems = (
  { configs, tools = [] }: DefaultPolicyOptions,
  installed: Installed
): ReadonlyArray<PolicyProblem> => [
  ...configs.flatMap((config) => [
    ...findMissingSandboxes(config, installed).map(({ sandbox, source }) => ({
      source,
      message: `the sandbox "${sandbox}" is not installed; installed: ${[...installed.keys()].join(", ")}`
    })),
    ...findRuleProblems(config, tools)
  ]),
  ...findMisspelledTools(configs, tools)
]

/**
 * A service that gives access to the running policy: explaining its decisions, and narrowing it while calls run.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Context from "effect/Context"
 * import * as Option from "effect/Option"
 * import { builtins, createToolgate } from "toolgate"
 * import { DefaultPolicy, partsOf } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const running = Option.getOrThrow(Context.getOption(partsOf(gate).services, DefaultPolicy.RunningPolicy))
 * // Narrows the policy while calls run.
 * running.addGlobal({ deny: ["write_file"] })
 * assert.equal(gate.canUseTool("write_file"), false)
 * ```
 */
export class RunningPolicy extends Context.Service<RunningPolicy, LayeredPolicy>()("@toolgate/policy/RunningPolicy") {}

/** The options of `layer`. The layer reads the registered tools from the `ToolRegistry`. */
export interface DefaultPolicyLayerOptions extends Omit<DefaultPolicyOptions, "tools"> {
  /** Unregistered tools that rules may name, such as the built-in tools. */
  readonly alsoKnown?: KnownTools
}

/**
 * Provides the policy that the configurations describe. The layer fails with every problem in the configurations.
 * While it runs, it refuses to register a tool whose name shows that a rule is misspelled.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig } from "@toolgate/policy"
 * import { builtins, createToolgate } from "toolgate"
 * import { DefaultPolicy } from "toolgate/effect"
 *
 * const policy = DefaultPolicy.layer({ configs: [defaultConfig] })
 * await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
 * const { error } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "../../../etc/passwd" } })
 * assert.equal(error?.why, "FileDenied")
 * ```
 */
export const layer = ({
  alsoKnown = [],
  ...given
}: DefaultPolicyLayerOptions): Layer.Layer<
  RuntimePolicy | RunningPolicy | ReplaceablePolicy,
  PolicyInvalid,
  Approvals | QuotaStore | Sandboxes | ToolRegistry
> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { installed } = yield* Sandboxes
      const registry = yield* ToolRegistry
      const { policy, quotas, replaceable } = yield* makeReplaceablePolicy(given, (options) => {
        const known = { ...options, tools: [...registry.list(), ...alsoKnown] }
        const problems = findProblems(known, installed)
        return problems.length > 0 ? Effect.fail(makePolicyInvalid(problems)) : Effect.succeed(make(known, installed))
      })
      const runtime = yield* makeRuntimePolicy(policy.judge, {
        mayPermit: policy.mayPermit,
        suggestRule: policy.suggestRule,
        digest: policy.digest,
        exceptions: policy.exceptions,
        quotas: { limits: quotas, store: yield* QuotaStore }
      })
      // `findProblems` has already checked the initial tools.
      yield* Effect.orDie(
        registry.admitting(({ definition }) =>
          policy.admit(definition).map(({ source, message }) => `${message} (${source})`)
        )
      )
      return Context.make(RuntimePolicy, runtime).pipe(
        Context.add(RunningPolicy, policy),
        Context.add(ReplaceablePolicy, replaceable)
      )
    })
  )
