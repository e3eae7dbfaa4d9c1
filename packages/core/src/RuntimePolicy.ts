import * as Context from "effect/Context"
import type { Asker } from "./DispatchContext.ts"
import type { PermissionRequest } from "./PermissionRequest.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"
import type { ToolDefinition } from "./Tool.ts"

/** Whether and where a call may run. Going from one policy to another changes the composition and nothing else. */
export class RuntimePolicy extends Context.Service<
  RuntimePolicy,
  {
    /** Answers with a permit for this very request, no copy of it. May wait for a person. A refusal is an answer to the model. */
    readonly checkPermission: (request: PermissionRequest) => Gated<Permit>
    /**
     * False where no arguments at all could make it permit this tool to this asker, so that the tool is not shown to them.
     * A policy that does not say hides nothing.
     */
    readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
    /** Told that a session has ended: what is kept for it is forgotten. One of the same name that comes later is another one. */
    readonly sessionEnded?: (session: string) => void
  }
>()("@toolgate/core/RuntimePolicy") {}
