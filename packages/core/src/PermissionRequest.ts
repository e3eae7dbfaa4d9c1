import type { DispatchContext } from "./DispatchContext.ts"
import type { AttachedApproval } from "./AttachedApproval.ts"
import type { Args } from "./json/Json.ts"
import type { Resource } from "./Resource.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * A call whose tool was looked up, whose arguments were validated, and whose resources were resolved. Plain data, which can be
 * stored and sent. Nothing in a request runs the call.
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
  /** The key of the effect as the caller gave it, if there is one. */
  readonly idempotencyKey: string | undefined
  readonly tool: ToolDefinition
  /** The `RegisteredTool.digest` of the tool. */
  readonly toolDigest: string
  /** The validated arguments, frozen. Nobody reads the arguments of the call itself again. */
  readonly args: Args
  readonly resources: ReadonlyArray<Resource>
  readonly context: DispatchContext
  /**
   * The approval that the call comes with, because the call is resumed or because whoever approved it edited its arguments. Nobody
   * is asked about such a call: its approval is checked, and the call is refused if anything differs from what was approved.
   */
  readonly given?: AttachedApproval
  /** Set if the call goes on with a run that was permitted before: it was counted then, and its approval was used. */
  readonly goesOn?: true
}
