import { type Asker, RuntimePolicy, ToolRegistry, Visibility } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { UnknownTools } from "./UnknownTools.ts"
import { visibleTools } from "./visibleTools.ts"

/** Visibility over any registry and any policy. What the policy can never permit to someone is not shown to them. */
export const layer: Layer.Layer<Visibility, never, ToolRegistry | RuntimePolicy> = Layer.effect(
  Visibility,
  Effect.gen(function* () {
    return make(yield* ToolRegistry, yield* RuntimePolicy)
  })
)

/** Visibility as a function of a registry and a policy. A policy that does not say what it may permit hides nothing. */
export const make = (
  { list }: Pick<ToolRegistry["Service"], "list">,
  { mayPermit }: Pick<RuntimePolicy["Service"], "mayPermit"> = {}
): Visibility["Service"] => {
  const visible = (asker: Asker) => {
    const named = visibleTools(list(), asker)
    return mayPermit === undefined ? named : named.filter((tool) => mayPermit(tool, asker))
  }
  const unknown = new UnknownTools(list, visible, mayPermit === undefined)
  return { visible, unknown: (name, asker) => unknown.answer(name, asker) }
}
