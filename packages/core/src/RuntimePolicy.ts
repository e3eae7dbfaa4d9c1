import * as Context from "effect/Context"
import type { Asker } from "./DispatchContext.ts"
import type { FileException } from "./ExecutionGrant.ts"
import type { Judgement } from "./Judgement.ts"
import type { Args } from "./json/Json.ts"
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
    /**
     * Returns a permit for this very request, not for a copy of it. May wait for a person. A refusal is an answer to the model. If
     * the person approves other arguments, returns these: the gate asks again, with a request for them that has `given`.
     */
    readonly checkPermission: (request: PermissionRequest) => Gated<Permit | ArgumentsEdited>
    /**
     * Returns what `checkPermission` would do, without asking anybody and without counting the call. A gate cannot judge calls
     * under a policy without this method.
     */
    readonly judge?: (request: PermissionRequest) => Gated<Judgement>
    /**
     * Returns false if the policy would permit this asker no call of this tool, whatever the arguments. The asker does not see the
     * tool then. A policy without this method hides nothing.
     */
    readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
    /**
     * Returns a digest of what the policy decides by at the moment. The record of each call has it. A policy without this method, or
     * one that returns `undefined`, has no digest.
     */
    readonly digest?: () => string | undefined
    /**
     * Returns what is kept from every confined process that the gate starts beside its calls, such as an agent, in the trees that the
     * process is given. A policy without this method keeps nothing from it.
     */
    readonly exceptions?: (workspace: string) => ReadonlyArray<FileException>
    /** Forgets what is kept for a session, because the session has ended. A later session of the same name is another session. */
    readonly sessionEnded?: (session: string) => void
  }
>()("@toolgate/core/RuntimePolicy") {}

/** The answer of a policy to a call that a person approved with other arguments. */
export interface ArgumentsEdited {
  readonly _tag: "ArgumentsEdited"
  /** The id of the approval. */
  readonly approval: string
  /** The arguments that were approved. They are validated, resolved and judged like those of any call. */
  readonly args: Args
}
