import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { noticeUnknownTools } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

/**
 * Logs one line that lists the tools in the policy that the gate does not have. The line is a warning if a rule denies or asks about such a
 * tool, because the rule protects nothing until the tool exists.
 */
export const reportUnknownTools = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<Tool, "name" | "aliases">>
): Effect.Effect<void> => {
  const notice = noticeUnknownTools(configs, tools)
  if (notice === undefined) return Effect.void
  return notice.guards ? Effect.logWarning(notice.text) : Effect.logInfo(notice.text)
}
