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

/** Visibility for any registry and policy. Hides tools that the policy can never permit to the asker. */
export const layer: Layer.Layer<Visibility, never, ToolRegistry | RuntimePolicy> = Layer.effect(
  Visibility,
  Effect.gen(function* () {
    return make(yield* ToolRegistry, yield* RuntimePolicy)
  })
)

/**
 * Creates the visibility of a registry and a policy. A tool whose look-up is refused is hidden from everyone. A policy
 * without `mayPermit` hides nothing.
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
