import type {
  Args,
  DispatchContext,
  GivenApproval,
  PermissionRequest,
  RegisteredTool,
  Resource,
  ToolCall
} from "@toolgate/core"

/** Returns the request of a call whose tool was looked up, whose arguments were validated, and whose resources were resolved. */
export const requestOf = (
  { id: callId, idempotencyKey }: ToolCall,
  { definition, digest }: RegisteredTool,
  args: Args,
  resources: ReadonlyArray<Resource>,
  context: DispatchContext,
  given: GivenApproval | undefined,
  goesOn = false
): PermissionRequest => {
  const request = { callId, idempotencyKey, tool: definition, toolDigest: digest, args, resources, context }
  const more = given === undefined ? request : { ...request, given }
  return goesOn ? { ...more, goesOn } : more
}
