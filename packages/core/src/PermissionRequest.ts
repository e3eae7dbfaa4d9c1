import type { AttachedApproval } from "./AttachedApproval.ts"
import type { DispatchContext } from "./DispatchContext.ts"
import type { Args } from "./json/Json.ts"
import type { Resource } from "./Resource.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * A call with its tool, its validated arguments and its resolved resources. Plain data that can be stored and sent. A
 * request cannot run the call.
 *
 * ```ts
 * import type { PermissionRequest } from "toolgate/effect"
 *
 * export const writes = ({ resources }: PermissionRequest): ReadonlyArray<string> =>
 *   resources.flatMap((one) => (one.kind === "file" && one.mode !== "r" ? one.path : []))
 * ```
 */
export interface PermissionRequest {
  readonly callId: string
  /** The caller's idempotency key, if there is one. */
  readonly idempotencyKey: string | undefined
  readonly tool: ToolDefinition
  /** The `RegisteredTool.digest` of the tool. */
  readonly toolDigest: string
  /** The validated arguments, frozen. Later steps use these, never the raw arguments of the call. */
  readonly args: Args
  readonly resources: ReadonlyArray<Resource>
  readonly context: DispatchContext
  /**
   * The approval that the call carries, because it was resumed or its approver edited the arguments. No person is asked
   * again: the call is refused if anything differs from what was approved.
   */
  readonly given?: AttachedApproval
  /** Set if the call continues a run that was already permitted. That run was counted and its approval used then. */
  readonly goesOn?: true
}
