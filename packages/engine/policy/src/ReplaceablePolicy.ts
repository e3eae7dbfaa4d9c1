import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makePolicyInvalid, type PolicyInvalid } from "./config/PolicyInvalid.ts"
import type { NamedTool } from "./config/toolSelectors.ts"
import type { DefaultPolicyOptions } from "./DefaultPolicyOptions.ts"
import type { LayeredPolicy } from "./LayeredPolicy.ts"
import { Quotas } from "./quota/Quotas.ts"
import { markValidated } from "./verdict/readVerdict.ts"

/**
 * A service that replaces the configurations of the running policy while calls run. A call that was judged keeps its
 * verdict. Layers that were added to the policy still apply.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig, ReplaceablePolicy } from "@toolgate/policy"
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 * import { builtins, createToolgate } from "toolgate"
 * import { partsOf } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const { options, replace } = Option.getOrThrow(Context.getOption(partsOf(gate).services, ReplaceablePolicy))
 * const deny = [{ tool: "list_dir", pattern: undefined, text: "list_dir", source: "app" }]
 * const narrower = { ...defaultConfig, rules: { ...defaultConfig.rules, deny } }
 * await Effect.runPromise(replace({ ...options(), configs: [narrower] }, () => Effect.void))
 * assert.equal(gate.canUseTool("list_dir"), false)
 * ```
 */
export class ReplaceablePolicy extends Context.Service<
  ReplaceablePolicy,
  {
    /** Returns the options in force. */
    readonly options: () => Omit<DefaultPolicyOptions, "tools">
    /** Returns the digest of the policy in force. */
    readonly digest: () => string
    /** Adds the layers that were added to the running policy to another policy. */
    readonly addLayers: (policy: LayeredPolicy) => void
    /**
     * Replaces the options, after `record` has run with the digest of the new policy. If the options have problems, or
     * `record` fails, the policy does not change.
     */
    readonly replace: <E>(
      options: Omit<DefaultPolicyOptions, "tools">,
      record: (digest: string) => Effect.Effect<void, E>
    ) => Effect.Effect<void, E | PolicyInvalid>
  }
>()("@toolgate/policy/ReplaceablePolicy") {}

/** A policy with its options and quotas, which change together. */
export interface PolicyInForce {
  readonly options: Omit<DefaultPolicyOptions, "tools">
  readonly policy: LayeredPolicy
  readonly quotas: Quotas
}

/** Makes a policy whose options can be replaced. `build` fails with the problems of the options. */
export const makeReplaceablePolicy = Effect.fnUntraced(function* (
  given: PolicyInForce["options"],
  build: (options: PolicyInForce["options"]) => Effect.Effect<LayeredPolicy, PolicyInvalid>
) {
  const inForce = (options: PolicyInForce["options"], policy: LayeredPolicy): PolicyInForce => ({
    options,
    policy,
    quotas: new Quotas(options.configs.map(({ quotas }) => quotas))
  })
  let current = inForce(given, yield* build(given))
  const admitted: Array<NamedTool> = []
  const layers: Array<(policy: LayeredPolicy) => void> = []
  const addLayers = (policy: LayeredPolicy): void => {
    for (const add of layers) add(policy)
  }
  const add = (layer: (policy: LayeredPolicy) => void): void => {
    layer(current.policy)
    layers.push(layer)
  }
  const policy: LayeredPolicy = {
    get groups() {
      return current.policy.groups
    },
    judge: markValidated((request) => current.policy.judge(request)),
    explain: (request) => current.policy.explain(request),
    mayPermit: (tool, asker) => current.policy.mayPermit(tool, asker),
    suggestRule: (request) => current.policy.suggestRule(request),
    digest: () => current.policy.digest(),
    exceptions: (workspace) => current.policy.exceptions(workspace),
    admit: (tool) => {
      const problems = current.policy.admit(tool)
      if (problems.length === 0) admitted.push(tool)
      return problems
    },
    addGlobal: (spec) => add((one) => one.addGlobal(spec)),
    addRole: (role, spec) => add((one) => one.addRole(role, spec))
  }
  const replace = <E>(options: PolicyInForce["options"], record: (digest: string) => Effect.Effect<void, E>) =>
    Effect.gen(function* () {
      const next = yield* build(options)
      let [tools, added] = [0, 0]
      // Tools may be admitted and layers be added while the change is recorded.
      const catchUp = Effect.try({
        try: () => {
          for (; tools < admitted.length; tools++) next.admit(admitted[tools] as NamedTool)
          for (; added < layers.length; added++) layers[added]?.(next)
        },
        catch: (cause) => describeLayerFault(cause)
      })
      yield* catchUp
      yield* record(next.digest())
      yield* catchUp
      current = inForce(options, next)
    })
  const replaceable: ReplaceablePolicy["Service"] = {
    options: () => current.options,
    digest: policy.digest,
    addLayers,
    replace
  }
  return { policy, quotas: () => current.quotas, replaceable }
})

const describeLayerFault = (cause: unknown): PolicyInvalid => {
  const message = cause instanceof Error ? cause.message.replace(/\.$/, "") : "it is invalid"
  return makePolicyInvalid([{ source: "added layer", message: `a layer that was added does not fit: ${message}` }])
}
