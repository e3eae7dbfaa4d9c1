import * as Context from "effect/Context"
import type { PermissionRequest } from "./PermissionRequest.ts"
import type { Permit } from "./Permit.ts"
import type { Gated } from "./Refused.ts"

/** Whether and where a call may run. Going from one policy to another changes the composition and nothing else. */
export class RuntimePolicy extends Context.Service<
  RuntimePolicy,
  {
    /** May wait for a person. A refusal is an answer to the model. */
    readonly checkPermission: (request: PermissionRequest) => Gated<Permit>
  }
>()("@toolgate/core/RuntimePolicy") {}
