import * as Context from "effect/Context"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Args } from "./json/Json.ts"
import type { Gated } from "./Refused.ts"
import type { Resource } from "./Resource.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * The service that resolves, once, what a tool's arguments point at. Rules, approvals, audit and explanations all read this one
 * result. Nothing else looks at the outside world before the verdict. A path that leaves its root is refused here, under every
 * policy.
 */
export class Resources extends Context.Service<
  Resources,
  {
    readonly resolve: (tool: ToolDefinition, args: Args, context: DispatchContext) => Gated<ReadonlyArray<Resource>>
  }
>()("@toolgate/core/Resources") {}
