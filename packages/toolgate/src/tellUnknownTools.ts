import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { noticeUnknownTools } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

/**
 * Logs one line that lists the tools which the policy names and the gate does not know. The line is a warning if a rule denies or
 * asks about one of them, because such a rule protects nothing until the tool is there.
 */
export const tellUnknownTools = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<Tool, "name" | "aliases">>
): Effect.Effect<void> => {
  const notice = noticeUnknownTools(configs, tools)
  if (notice === undefined) return Effect.void
  return notice.guards ? Effect.logWarning(notice.text) : Effect.logInfo(notice.text)
}
