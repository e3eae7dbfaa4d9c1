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
 * Decides whether and where a call may run. To change a gate's policy, provide another layer; nothing else changes.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { refuse, unlimited } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { createToolgate, defineTool } from "toolgate"
 * import { RuntimePolicy } from "toolgate/effect"
 *
 * const because = { layer: "app", rule: "only echo", source: "policy.ts" }
 * const access = { files: [], hosts: [], env: [] }
 * const grant = { sandbox: "host", confinement: "required", limits: unlimited(), access } as const
 * const policy = Layer.succeed(RuntimePolicy, {
 *   checkPermission: (request) =>
 *     request.tool.name === "echo"
 *       ? Effect.succeed({ request, grant, because, waitedMs: 0 })
 *       : refuse("PolicyDenied", "Only echo runs here.")
 * })
 * const tools = ["echo", "deploy"].map((name) =>
 *   defineTool({ name, description: name, parameters: { type: "object" }, sideEffects: "NONE", execute: () => name })
 * )
 * await using gate = await createToolgate({ workspace: ".", policy, tools })
 * assert.equal((await gate.dispatch({ id: "1", tool: "echo", args: {} })).success, true)
 * assert.equal((await gate.dispatch({ id: "2", tool: "deploy", args: {} })).executed, "no")
 * ```
 */
export class RuntimePolicy extends Context.Service<
  RuntimePolicy,
  {
    /**
     * Returns a permit for this request object, not for a copy. May wait for a person. A refusal is an answer to the
     * model. If the person approves other arguments, returns these; the gate then asks again with a request that has
     * `given`.
     */
    readonly checkPermission: (request: PermissionRequest) => Gated<Permit | ArgumentsEdited>
    /**
     * Returns what `checkPermission` would do, without asking a person or counting the call. Without this method, a gate
     * cannot judge calls.
     */
    readonly judge?: (request: PermissionRequest) => Gated<Judgement>
    /**
     * Returns false if the policy would never permit this tool to the asker, with any arguments. The tool is then hidden
     * from the asker. Without this method, all tools are visible.
     */
    readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
    /**
     * Returns a digest of the policy's current rules for the record of each call. Absent or `undefined`: the policy has no
     * digest.
     */
    readonly digest?: () => string | undefined
    /**
     * Returns the paths to hide from every confined process that the gate starts besides its calls, such as an agent.
     * Without this method, nothing is hidden.
     */
    readonly exceptions?: (workspace: string) => ReadonlyArray<FileException>
    /** Drops the state of a session that has ended. A later session with the same name is a different session. */
    readonly sessionEnded?: (session: string) => void
  }
>()("@toolgate/core/RuntimePolicy") {}

/** A policy's answer if a person approved the call with other arguments. */
export interface ArgumentsEdited {
  readonly _tag: "ArgumentsEdited"
  readonly approval: string
  /** The approved arguments. The gate validates, resolves and judges them like those of any call. */
  readonly args: Args
}
