import * as Context from "effect/Context"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Args } from "./json/Json.ts"
import type { Gated } from "./Refused.ts"
import type { Resource } from "./Resource.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * Resolves the resources of a call, once. Rules, approvals, audit and explanations all use this result. Before the
 * verdict, only this service looks at the outside world. A path that leaves its root is refused here, under every policy.
 */
export class Resources extends Context.Service<
  Resources,
  {
    readonly resolve: (tool: ToolDefinition, args: Args, context: DispatchContext) => Gated<ReadonlyArray<Resource>>
  }
>()("@toolgate/core/Resources") {}
