import { RuntimePolicy } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PolicyConfig, PolicyLayer } from "./config/PolicyConfig.ts"
import { makePolicyInvalid, type PolicyProblem } from "./config/PolicyInvalid.ts"
import * as DefaultPolicy from "./DefaultPolicy.ts"

/**
 * Provides the default policy without its cascade: each role has one flat permission, and layers do not narrow each
 * other.
 *
 * The layer fails if a configuration needs the cascade: an ignored layer would silently narrow nothing. It does not
 * provide `RunningPolicy`, so that layers cannot be added later. All other parts apply, including ceilings.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig, FlatPolicy } from "@toolgate/policy"
 * import { builtins, createToolgate } from "toolgate"
 *
 * const policy = FlatPolicy.layer({ configs: [defaultConfig] })
 * await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
 * assert.equal((await gate.judge({ id: "1", tool: "list_dir", args: {} })).decision, "allow")
 * // A flat policy has no layers to add to.
 * assert.throws(() => gate.addGlobalLayer({ deny: ["list_dir"] }))
 * ```
 */
export const layer = (options: DefaultPolicy.DefaultPolicyLayerOptions) => {
  const problems = options.configs.flatMap(cascaded)
  return problems.length > 0
    ? Layer.effect(RuntimePolicy, Effect.fail(makePolicyInvalid(problems)))
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
