import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { ToolCall } from "./ToolCall.ts"

/**
 * An app's code around a call: before the tool is looked up, and when the call starts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DispatchHooks, refuse } from "@toolgate/core"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const hooks = Layer.succeed(DispatchHooks, {
 *   gate: (call) =>
 *     call.tool === "deploy" ? refuse("HookStopped", "Nothing is deployed on a Friday.") : Effect.succeed(call),
 *   started: () => {}
 * })
 * const { context } = makePermissionRequest()
 * const deploy = Effect.flatMap(DispatchHooks, ({ gate }) => gate({ id: "1", tool: "deploy", args: {} }, context))
 * const { message } = await Effect.runPromise(Effect.flip(Effect.provide(deploy, hooks)))
 * assert.equal(message, "Nothing is deployed on a Friday.")
 * ```
 */
export class DispatchHooks extends Context.Service<
  DispatchHooks,
  {
    /**
     * Passes, changes or refuses a call. A hook may change the tool and the arguments but not the id. It sees the raw
     * call, before any check.
     */
    readonly gate: (call: ToolCall, context: DispatchContext) => Gated<ToolCall>
    /** Sees the permit of a call that is about to run. It cannot change the call. If `started` throws, the call does not run. */
    readonly started: (permit: Permit) => void
  }
>()("@toolgate/core/DispatchHooks") {
  static readonly layerNone = Layer.succeed(DispatchHooks, { gate: Effect.succeed, started: () => {} })
}
