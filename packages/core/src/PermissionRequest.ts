import type { DispatchContext } from "./DispatchContext.ts"
import type { Args } from "./Json.ts"
import type { Resource } from "./Resource.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * A call whose tool was looked up, whose arguments were validated, and whose resources were resolved. Plain data, which can be stored
 * and sent: nothing in it runs the call.
 */
export interface PermissionRequest {
  readonly callId: string
  /** As the caller gave it, if they did. */
  readonly idempotencyKey: string | undefined
  readonly tool: ToolDefinition
  /** `RegisteredTool.digest` of the tool. */
  readonly toolDigest: string
  /** As they were validated, and frozen. Nobody reads those of the call again. */
  readonly args: Args
  readonly resources: ReadonlyArray<Resource>
  readonly context: DispatchContext
}
