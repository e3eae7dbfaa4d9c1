import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { ToolCall } from "./ToolCall.ts"

/** An app's own code around a call: before the call is looked up, and when it begins. */
export class DispatchHooks extends Context.Service<
  DispatchHooks,
  {
    /**
     * Returns the call as it is to go on, with another tool or other arguments if the hook says so, or refuses it. The id of a call
     * stays. The hook sees the raw call, before any check.
     */
    readonly gate: (call: ToolCall, context: DispatchContext) => Gated<ToolCall>
    /** Sees the permit of a call that is about to run, and cannot change the call. If `started` throws, the call does not run. */
    readonly started: (permit: Permit) => void
  }
>()("@toolgate/core/DispatchHooks") {
  static readonly layerNone = Layer.succeed(DispatchHooks, { gate: Effect.succeed, started: () => {} })
}
