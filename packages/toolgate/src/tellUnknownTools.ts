import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { unknownToolsNotice } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

/**
 * Logs one line that lists the tools which the policy names and the gate does not know. A warning where one of them is denied or
 * asked about: until such a tool is there, that protects nothing.
 */
export const tellUnknownTools = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<Tool, "name" | "aliases">>
): Effect.Effect<void> => {
  const notice = unknownToolsNotice(configs, tools)
  if (notice === undefined) return Effect.void
  return notice.guards ? Effect.logWarning(notice.text) : Effect.logInfo(notice.text)
}
