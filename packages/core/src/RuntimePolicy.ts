import * as Context from "effect/Context"
import type { Asker } from "./DispatchContext.ts"
import type { PermissionRequest } from "./PermissionRequest.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * The service that decides whether and where a call may run. Changing the policy of a gate changes its composition and nothing
 * else.
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { allow, deny, type Judge } from "toolgate"
 * import { RuntimePolicy, runtimePolicyOf } from "toolgate/effect"
 *
 * const because = { layer: "app", rule: "only Echo", source: "policy.ts" }
 * const judge: Judge = ({ tool }) => (tool.name === "Echo" ? allow(because) : deny(because, "Only Echo runs here."))
 * export const onlyEcho = Layer.effect(RuntimePolicy, runtimePolicyOf(judge))
 * ```
 */
export class RuntimePolicy extends Context.Service<
  RuntimePolicy,
  {
    /** Returns a permit for this very request, not for a copy of it. May wait for a person. A refusal is an answer to the model. */
    readonly checkPermission: (request: PermissionRequest) => Gated<Permit>
    /**
     * Returns false if the policy would permit this asker no call of this tool, whatever the arguments. The asker does not see the
     * tool then. A policy without this method hides nothing.
     */
    readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
    /** Forgets what is kept for a session, because the session has ended. A later session of the same name is another session. */
    readonly sessionEnded?: (session: string) => void
  }
>()("@toolgate/core/RuntimePolicy") {}
