import {
  type Approvals,
  type Judge,
  QuotaStore,
  RuntimePolicy,
  Sandboxes,
  type ToolDefinition,
  ToolRegistry
} from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { defaultConfig } from "./config/defaultConfig.ts"
import { groupsUntil } from "./config/groupsUntil.ts"
import { KnownToolList, namesOf } from "./config/KnownToolList.ts"
import type { PolicyConfig, PolicyLayer } from "./config/PolicyConfig.ts"
import { type PolicyInvalid, type PolicyProblem, policyInvalid } from "./config/PolicyInvalid.ts"
import { type AddedLayer, policyDigest } from "./config/policyDigest.ts"
import { type LayerSpec, policyLayer } from "./config/policyLayer.ts"
import { programsUntil } from "./config/programsUntil.ts"
import { GuardedNames, slips } from "./config/slips.ts"
import { suggestRule } from "./config/suggestRule.ts"
import { isGrantEnforced, runsConfined } from "./grant/isGrantEnforced.ts"
import type { LayeredPolicy, UntriedPolicy } from "./LayeredPolicy.ts"
import { narrowed } from "./narrowed.ts"
import { type Policy, policyOfOwnParts } from "./Policy.ts"
import type { PolicyPart } from "./PolicyPart.ts"
import { allowedPaths } from "./parts/allowedPaths.ts"
import { callers } from "./parts/callers.ts"
import { capabilities } from "./parts/capabilities.ts"
import { type Cascade, cascade } from "./parts/cascade.ts"
import { ceilings } from "./parts/ceilings.ts"
import { confirmation } from "./parts/confirmation.ts"
import { escalations } from "./parts/escalations.ts"
import { hostPaths } from "./parts/hostPaths.ts"
import { judgePart } from "./parts/judgePart.ts"
import { newHosts } from "./parts/newHosts.ts"
import { ownFiles } from "./parts/ownFiles.ts"
import { type Installed, missingSandboxes, routing } from "./parts/routing.ts"
import { besideSession } from "./parts/sessionPaths.ts"
import { toolHosts } from "./parts/toolHosts.ts"
import { toolList } from "./parts/toolList.ts"
import { turnCallers } from "./parts/turnCallers.ts"
import { unreadableParts } from "./parts/unreadableParts.ts"
import { protectedPaths } from "./protected/protectedPaths.ts"
import { Quotas } from "./quota/Quotas.ts"
import type { KnownTools } from "./rules/RuleSet.ts"
import { ruleProblems } from "./rules/ruleProblems.ts"
import { type Rules, rules } from "./rules/rules.ts"
import { withAllowRules } from "./rules/withAllowRules.ts"
import { runtimePolicyOf } from "./runtimePolicyOf.ts"
import { secretPaths } from "./secrets/secretPaths.ts"
import { markValidated } from "./verdict/readVerdict.ts"

export type { LayeredPolicy } from "./LayeredPolicy.ts"

/** The configurations of a policy, and what the policy knows of its surroundings. */
export interface DefaultPolicyOptions {
  /**
   * The configurations, from the widest to the narrowest, such as organisation, user and project. A narrower
   * configuration can refuse what a wider one allows.
   */
  readonly configs: ReadonlyArray<PolicyConfig>
  /** The tools that rules may name. A tool's declarations decide what the pattern of a rule is compared with. */
  readonly tools?: KnownTools
  /** The app's own judges. Each of them can only narrow the policy. */
  readonly judges?: ReadonlyArray<Judge>
  /**
   * Absolute paths, with links followed, that no call may change: the files of the policy, and other files that the
   * gate keeps.
   */
  readonly files?: ReadonlyArray<string>
  /** Absolute paths, with links followed, that no call may read either: the gate's store, and the key of the store. */
  readonly secrets?: ReadonlyArray<string>
}

/**
 * Returns the policy of the configurations, as the meet of its parts. The order of the parts is: callers, the ceilings
 * of delegation, escalations, the gate's own files, protected paths, secrets; then, for each configuration, its tools and their
 * hosts, the cascade, capabilities, allowed paths, rules and confirmation; then host paths and new hosts, about which the first
 * configuration decides; then the app's judges, routing, and what cannot be read.
 *
 * If configurations have `onlyNarrows`, the policy is the stricter of two: the policy without them and the policy with
 * them.
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
  return narrowed(
    met({ ...options, configs: before }, installed),
    met({ ...options, configs: [...before, ...options.configs.slice(at)] }, installed)
  )
}

const met = (
  { configs: given, tools = [], judges = [], files = [], secrets = [] }: DefaultPolicyOptions,
  installed: Installed
): UntriedPolicy => {
  const configs = given.map((config, i) => ({ ...config, groups: groupsUntil(given, i) }))
  const programs = given.map((_, i) => programsUntil(given, i))
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
  const beside = (part: PolicyPart) => besideSession(part, isConfined)
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
      rules(withAllowRules([first], [0], [rule], tool)[0] ?? first, known.all, programs[0])
    return policyOfOwnParts([
      callers,
      beside(ceilings),
      escalations,
      ...own,
      ...guarded,
      ...kept,
      ...parts,
      beside(hostPaths(first, firstRuled, { isEnforced, isConfined, tools: known.all, rulesWith })),
      newHosts(first, firstRuled),
      ...judges.map(judgePart),
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
    const layer = policyLayer(spec, source, groups.keys())
    const added = { ...defaultConfig, layers: { ...defaultConfig.layers, global: layer } }
    const slip = slips([...configs, added], known.all).find((problem) => problem.source === source)
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
      const names = namesOf(tool)
      const problems = guardedNames.slips(names, (name) => names.includes(name) || known.hasName(name))
      if (problems.length > 0) return problems
      known.add(tool)
      made = undefined
      return []
    },
    digest: () => (digest ??= policyDigest(given, added)),
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
 * Returns the problems that keep the configurations from being used: sandboxes that are not installed, patterns that do
 * not fit the tools they name, and misspelled tool names.
 */
export const problemsOf = (
  { configs, tools = [] }: DefaultPolicyOptions,
  installed: Installed
): ReadonlyArray<PolicyProblem> => [
  ...configs.flatMap((config) => [
    ...missingSandboxes(config, installed).map(({ sandbox, source }) => ({
      source,
      message: `the sandbox "${sandbox}" is not installed; there is ${[...installed.keys()].join(", ")}`
    })),
    ...ruleProblems(config, tools)
  ]),
  ...slips(configs, tools)
]

/** A service that gives access to the running policy: explaining its decisions, and narrowing it while calls run. */
export class RunningPolicy extends Context.Service<RunningPolicy, LayeredPolicy>()("@toolgate/policy/RunningPolicy") {}

/** The options of `layer`. The layer reads the registered tools from the `ToolRegistry`. */
export interface DefaultPolicyLayerOptions extends Omit<DefaultPolicyOptions, "tools"> {
  /** Tools that rules may name although they are not registered, such as the built-in tools. */
  readonly alsoKnown?: KnownTools
}

/**
 * A layer of the policy that the configurations describe. The layer fails with every problem of the configurations.
 * While it runs, it refuses to register a tool whose name shows that a rule is misspelled.
 *
 * ```ts
 * import { defaultConfig } from "@toolgate/policy"
 * import { builtins } from "toolgate"
 * import { DefaultPolicy, ToolgateLayer } from "toolgate/effect"
 *
 * const policy = DefaultPolicy.layer({ configs: [defaultConfig] })
 * export const gate = ToolgateLayer.layer({ policy, tools: builtins() })
 * ```
 */
export const layer = ({
  alsoKnown = [],
  ...given
}: DefaultPolicyLayerOptions): Layer.Layer<
  RuntimePolicy | RunningPolicy,
  PolicyInvalid,
  Approvals | QuotaStore | Sandboxes | ToolRegistry
> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { installed } = yield* Sandboxes
      const registry = yield* ToolRegistry
      const options = { ...given, tools: [...registry.list(), ...alsoKnown] }
      const problems = problemsOf(options, installed)
      if (problems.length > 0) return yield* policyInvalid(problems)
      const policy = make(options, installed)
      const limits = new Quotas(options.configs.map(({ quotas }) => quotas))
      const runtime = yield* runtimePolicyOf(policy.judge, {
        mayPermit: policy.mayPermit,
        suggestRule: policy.suggestRule,
        digest: policy.digest,
        exceptions: policy.exceptions,
        quotas: { limits, store: yield* QuotaStore }
      })
      // The initial tools cause no problem: `problemsOf` has already checked them.
      yield* Effect.orDie(
        registry.admitting(({ definition }) =>
          policy.admit(definition).map(({ source, message }) => `${message} (${source})`)
        )
      )
      return Context.make(RuntimePolicy, runtime).pipe(Context.add(RunningPolicy, policy))
    })
  )
