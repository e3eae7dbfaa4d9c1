import { type Approvals, type Judge, RuntimePolicy, Sandboxes } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { allowedPaths } from "./allowedPaths.ts"
import { callers } from "./callers.ts"
import { capabilities } from "./capabilities.ts"
import { type Cascade, cascade } from "./cascade.ts"
import { ceilings } from "./ceilings.ts"
import { type PolicyInvalid, type PolicyProblem, policyInvalid } from "./config/PolicyInvalid.ts"
import { resolvedPattern } from "./config/resolvedPattern.ts"
import { confirmation } from "./confirmation.ts"
import { groupsUntil } from "./groupsUntil.ts"
import { isWalled } from "./isWalled.ts"
import { judgePart } from "./judgePart.ts"
import { ownFiles } from "./ownFiles.ts"
import { type Policy, policyOfSound } from "./Policy.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import type { PolicyPart } from "./PolicyPart.ts"
import { type LayerSpec, policyLayer } from "./policyLayer.ts"
import { Quotas } from "./Quotas.ts"
import { type Installed, missingSandboxes, routing } from "./routing.ts"
import type { KnownTools } from "./rules/RuleSet.ts"
import { ruleProblems } from "./rules/ruleProblems.ts"
import { rules } from "./rules/rules.ts"
import { settle } from "./settle.ts"
import { toolHosts } from "./toolHosts.ts"
import { toolList } from "./toolList.ts"

export interface DefaultPolicyOptions {
  /** From the widest to the narrowest, as organisation, user, project: what one allows another can still refuse. */
  readonly configs: ReadonlyArray<PolicyConfig>
  /** The tools whose declarations say what the patterns of rules are about. */
  readonly tools?: KnownTools
  /** An app's own, met with the rest: they can only narrow. */
  readonly judges?: ReadonlyArray<Judge>
  /** Absolute paths, links followed: what the policy is read from, and what else the gate keeps, which no call may change. */
  readonly files?: ReadonlyArray<string>
}

/** A policy whose cascade can be made narrower while calls run. */
export interface LayeredPolicy extends Policy {
  /** For everyone. Throws a `TypeError` for a layer that names no tool and no group. */
  readonly addGlobal: (layer: LayerSpec) => void
  /** For a role; where roles are listed, for one of them: a `TypeError` else, because listing it would allow it. */
  readonly addRole: (role: string, layer: LayerSpec) => void
}

/**
 * The meet of the parts, in their order: callers, what is delegated, the tools and their hosts, the cascade, capabilities,
 * rules, confirmation, routing; for each configuration in turn.
 */
export const make = (
  { configs: given, tools = [], judges = [], files = [] }: DefaultPolicyOptions,
  installed: Installed
): LayeredPolicy => {
  const configs = given.map((config, i) => ({ ...config, groups: groupsUntil(given, i) }))
  const layered = configs.map((config, i) =>
    cascade(config, {
      before: configs.slice(0, i).flatMap(({ agents }) => agents ?? []),
      after: configs.slice(i + 1).flatMap(({ agents }) => agents ?? [])
    })
  )
  const parts = configs.flatMap((config, i) => partsOf(config, layered[i] ?? cascade(config), tools))
  const own = files.length === 0 ? [] : [ownFiles(files, (tool) => isWalled(configs, tool))]
  const policy = policyOfSound([
    callers,
    ceilings,
    ...own,
    ...parts,
    ...judges.map(judgePart),
    routing(configs, installed)
  ])
  const last = layered.at(-1)
  const groups = [...(configs.at(-1)?.groups.keys() ?? [])]
  return {
    ...policy,
    addGlobal: (layer) => last?.addGlobal(policyLayer(layer, "added global layer", groups)),
    addRole: (role, layer) => last?.addRole(role, policyLayer(layer, `added layer of role ${role}`, groups))
  }
}

const partsOf = (config: PolicyConfig, layers: Cascade, tools: KnownTools): ReadonlyArray<PolicyPart> => {
  const ruled = rules(config, tools, resolvedPattern)
  return [
    toolList(config),
    toolHosts(config),
    layers,
    capabilities(config),
    allowedPaths(config),
    ruled,
    confirmation(config, ruled)
  ]
}

/** What keeps configurations from being used here: sandboxes that are not installed, patterns that their tools cannot have. */
export const problemsOf = (
  { configs, tools = [] }: DefaultPolicyOptions,
  installed: Installed
): ReadonlyArray<PolicyProblem> =>
  configs.flatMap((config) => [
    ...missingSandboxes(config, installed).map(({ sandbox, source }) => ({
      source,
      message: `the sandbox "${sandbox}" is not installed; there is ${[...installed.keys()].join(", ")}`
    })),
    ...ruleProblems(config, tools)
  ])

/** The policy that is running, for whoever wants to know more of it than its answers. */
export class RunningPolicy extends Context.Service<RunningPolicy, LayeredPolicy>()("@toolgate/policy/RunningPolicy") {}

/** The policy of configurations, or the end of start-up with everything that is wrong with them. */
export const layer = (
  options: DefaultPolicyOptions
): Layer.Layer<RuntimePolicy | RunningPolicy, PolicyInvalid, Approvals | Sandboxes> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { installed } = yield* Sandboxes
      const problems = problemsOf(options, installed)
      if (problems.length > 0) return yield* policyInvalid(problems)
      const policy = make(options, installed)
      const quotas = options.configs.map(({ quotas: given }) => given)
      const runtime = yield* settle(policy.judge, { mayPermit: policy.mayPermit, quotas: new Quotas(quotas) })
      return Context.make(RuntimePolicy, runtime).pipe(Context.add(RunningPolicy, policy))
    })
  )
