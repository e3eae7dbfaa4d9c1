import { RuntimePolicy } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PolicyConfig, PolicyLayer } from "./config/PolicyConfig.ts"
import { type PolicyProblem, policyInvalid } from "./config/PolicyInvalid.ts"
import * as DefaultPolicy from "./DefaultPolicy.ts"

/**
 * A layer of the default policy without its cascade: each role has one flat permission, and no layer narrows another.
 *
 * The layer fails for whatever the cascade would be needed for, because a layer that was ignored would narrow nothing, and nobody
 * would notice. It provides no `RunningPolicy`, so that no layer can be added later. All other parts hold, ceilings among them.
 *
 * ```ts
 * import { defaultConfig, FlatPolicy } from "@toolgate/policy"
 * import { builtins } from "toolgate"
 * import { ToolgateLayer } from "toolgate/effect"
 *
 * const policy = FlatPolicy.layer({ configs: [defaultConfig] })
 * export const gate = ToolgateLayer.layer({ policy, tools: builtins() })
 * ```
 */
export const layer = (options: DefaultPolicy.DefaultPolicyLayerOptions) => {
  const problems = options.configs.flatMap(cascaded)
  return problems.length > 0
    ? Layer.effect(RuntimePolicy, Effect.fail(policyInvalid(problems)))
    : Layer.effect(RuntimePolicy, RuntimePolicy).pipe(Layer.provide(DefaultPolicy.layer(options)))
}

const cascaded = ({ name, layers: { global, roles, tasks } }: PolicyConfig): ReadonlyArray<PolicyProblem> => [
  ...(global === undefined ? [] : [problem(global.source, "a global layer")]),
  ...[...(roles ?? [])].flatMap(([role, layer]) =>
    isFlat(layer)
      ? []
      : [problem(layer.source, `"allow", "deny", "read_only" or "no_web" in the role ${JSON.stringify(role)}`)]
  ),
  ...(tasks === undefined ? [] : [problem([...tasks.values()][0]?.source ?? name, "layers of tasks")])
]

const isFlat = ({ allow, deny, readOnly, noWeb }: PolicyLayer): boolean =>
  allow === undefined && deny.length === 0 && readOnly === undefined && noWeb === undefined

const problem = (source: string, what: string): PolicyProblem => ({
  source,
  message: `the file has ${what}, which needs the cascade, and the gate refuses it; use the flat permissions of roles, or rules`
})
