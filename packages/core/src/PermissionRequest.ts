import type { DispatchContext } from "./DispatchContext.ts"
import type { Args } from "./Json.ts"
import type { Resource } from "./Resource.ts"
import type { RegisteredTool } from "./Tool.ts"
import type { ToolCall } from "./ToolCall.ts"

/** Looked up, validated, resolved and frozen. From here on nobody reads `call.args` again. */
export interface PermissionRequest {
  readonly call: ToolCall
  readonly tool: RegisteredTool
  readonly args: Args
  readonly resources: ReadonlyArray<Resource>
  readonly context: DispatchContext
}
