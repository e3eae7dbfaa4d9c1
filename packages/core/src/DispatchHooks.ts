import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { ToolCall } from "./ToolCall.ts"

/** An app's own code around a call: before it is looked up, and when it begins. */
export class DispatchHooks extends Context.Service<
  DispatchHooks,
  {
    /** May stop a call, or rewrite its tool and arguments. Its id stays. Sees the raw call, before any check. */
    readonly gate: (call: ToolCall, context: DispatchContext) => Gated<ToolCall>
    /** Told that the permitted call is about to run. It cannot change it; if it throws, the call does not run. */
    readonly started: (permit: Permit) => void
  }
>()("@toolgate/core/DispatchHooks") {
  static readonly layerNone = Layer.succeed(DispatchHooks, { gate: Effect.succeed, started: () => {} })
}
