import { type Approvals, type QuotaStore, RuntimePolicy, type Sandboxes, type ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PolicyConfig, PolicyLayer } from "./config/PolicyConfig.ts"
import { makePolicyInvalid, type PolicyInvalid, type PolicyProblem } from "./config/PolicyInvalid.ts"
import * as DefaultPolicy from "./DefaultPolicy.ts"
import { ReplaceablePolicy } from "./ReplaceablePolicy.ts"

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
export const layer = (
  options: DefaultPolicy.DefaultPolicyLayerOptions
): Layer.Layer<RuntimePolicy | ReplaceablePolicy, PolicyInvalid, Approvals | QuotaStore | Sandboxes | ToolRegistry> => {
  const problems = options.configs.flatMap(cascaded)
  if (problems.length > 0) return Layer.effectContext(Effect.fail(makePolicyInvalid(problems)))
  return Layer.effectContext(
    Effect.gen(function* () {
      const replaceable = yield* ReplaceablePolicy
      return Context.make(RuntimePolicy, yield* RuntimePolicy).pipe(
        Context.add(ReplaceablePolicy, {
          ...replaceable,
          replace: (replacing, record) => {
            const faults = replacing.configs.flatMap(cascaded)
            return faults.length > 0 ? Effect.fail(makePolicyInvalid(faults)) : replaceable.replace(replacing, record)
          }
        })
      )
    })
  ).pipe(Layer.provide(DefaultPolicy.layer(options)))
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
