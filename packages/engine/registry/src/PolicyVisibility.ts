import {
  type Asker,
  cachePerObject,
  type Principal,
  RuntimePolicy,
  type ToolDefinition,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { UnknownTools } from "./UnknownTools.ts"

/**
 * Visibility for any registry and policy. Hides tools that the policy can never permit to the asker.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { Visibility } from "@toolgate/core"
 * import { HostPolicy } from "@toolgate/policy"
 * import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins } from "toolgate"
 *
 * const reader = { agent: "reader", ceiling: { tools: ["read_file"] } }
 * const names = Effect.map(Visibility, ({ visible }) =>
 *   visible({ principal: reader, caller: { kind: "direct" } }).map(({ name }) => name)
 * )
 * const visibility = PolicyVisibility.layer.pipe(Layer.provide([MapToolRegistry.layer(builtins()), HostPolicy.layer]))
 * assert.deepEqual(await Effect.runPromise(Effect.provide(names, visibility)), ["read_file"])
 * ```
 */
export const layer: Layer.Layer<Visibility, never, ToolRegistry | RuntimePolicy> = Layer.effect(
  Visibility,
  Effect.gen(function* () {
    return make(yield* ToolRegistry, yield* RuntimePolicy)
  })
)

/**
 * Creates the visibility of a registry and a policy. A tool whose look-up is refused is hidden from everyone. A policy
 * without `mayPermit` hides nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ToolRegistry } from "@toolgate/core"
 * import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 *
 * const registry = await Effect.runPromise(Effect.provide(ToolRegistry, MapToolRegistry.layer(builtins())))
 * const { visible } = PolicyVisibility.make(registry, { mayPermit: ({ sideEffects }) => sideEffects === "READ" })
 * const principal = { agent: "assistant", ceiling: { tools: "any" } } as const
 * const names = visible({ principal, caller: { kind: "direct" } }).map(({ name }) => name)
 * assert.deepEqual(names, ["read_file", "list_dir"])
 * ```
 */
export const make = (
  { list, lookup }: Pick<ToolRegistry["Service"], "list" | "lookup">,
  { mayPermit }: Pick<RuntimePolicy["Service"], "mayPermit"> = {}
): Visibility["Service"] => {
  const found = cachePerObject((tools: ReadonlyArray<ToolDefinition>) =>
    tools.filter(({ name }) => {
      const answer = lookup(name)
      return Exit.isExit(answer) && Exit.isSuccess(answer)
    })
  )
  const visible = (given: Asker) => {
    // An agent sees the same tools in a single call and in a turn of several calls.
    const asker: Asker = given.caller.kind === "direct" ? { ...given, caller: { kind: "direct" } } : given
    const named = visibleTools(found(list()), asker)
    return mayPermit === undefined ? named : named.filter((tool) => mayPermit(tool, asker))
  }
  const unknown = new UnknownTools(list, visible, mayPermit === undefined)
  return { visible, unknown: (name, asker) => unknown.answer(name, asker) }
}

/** Returns the tools that every ceiling in the chain names and that accept this kind of caller. */
const visibleTools = (
  tools: ReadonlyArray<ToolDefinition>,
  { caller, principal }: Asker
): ReadonlyArray<ToolDefinition> => {
  const ceilings = ceilingsOf(principal)
  return tools.filter(
    (tool) => tool.callers.includes(caller.kind) && ceilings.every((ceiling) => ceiling.has(tool.name))
  )
}

const ceilingsOf = (principal: Principal): ReadonlyArray<ReadonlySet<string>> => {
  const ceilings: Array<ReadonlySet<string>> = []
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent)
    if (one.ceiling.tools !== "any") ceilings.push(new Set(one.ceiling.tools))
  return ceilings
}
