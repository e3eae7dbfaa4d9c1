import {
  type Args,
  quoted,
  type ToolContext,
  ToolExecutionError,
  ToolNotFound,
  type ToolOutput,
  ToolPermissionDenied,
  ToolTimeout,
  type ToolValidationError,
  toolOutput
} from "@toolgate/core"
import { runWithHops } from "./hops.ts"
import type { WebAnswer } from "./WebRequest.ts"

/**
 * Follows a redirect to another host with a child call of the tool, so that the policy judges the new host too. The
 * child's answer is the answer.
 */
export const followRedirect = async (
  { url, elsewhere }: Required<WebAnswer>,
  tool: string,
  args: Args,
  context: Pick<ToolContext, "dispatch">
): Promise<ToolOutput> => {
  const { success, output, error } = await runWithHops(elsewhere.hops, (id) => context.dispatch({ id, tool, args }))
  if (success) return toolOutput(output)
  const why = error?.message ?? "The call failed."
  const message = `${quoted(url.host, 300)} leads to ${quoted(elsewhere.to.href, 1000)}, and the call for that failed. ${why}`
  throw new (errors.get(error?.class) ?? ToolExecutionError)({ message })
}

type AnyError =
  | typeof ToolExecutionError
  | typeof ToolNotFound
  | typeof ToolPermissionDenied
  | typeof ToolTimeout
  | typeof ToolValidationError

const errors: ReadonlyMap<string | undefined, AnyError> = new Map<string | undefined, AnyError>([
  ["permission_denied", ToolPermissionDenied],
  ["user_denied", ToolPermissionDenied],
  ["confirmation_timeout", ToolPermissionDenied],
  ["not_found", ToolNotFound],
  ["timeout", ToolTimeout]
])
