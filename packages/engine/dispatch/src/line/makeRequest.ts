import type { PermissionRequest, RegisteredTool, Resource } from "@toolgate/core"
import type { Progress } from "./Progress.ts"

/** Makes the request of a call whose tool was looked up, whose arguments were parsed, and whose resources were resolved. */
export const makeRequest = (progress: Progress, resources: ReadonlyArray<Resource>): PermissionRequest => {
  const { id: callId, idempotencyKey } = progress.call
  const { definition, digest } = progress.tool as RegisteredTool
  const { given, extended } = progress
  const args = progress.args as PermissionRequest["args"]
  const { context } = progress.input
  const request = { callId, idempotencyKey, tool: definition, toolDigest: digest, args, resources, context }
  const more = given === undefined ? request : { ...request, given }
  return extended?.goesOn === true ? { ...more, goesOn: true } : more
}
