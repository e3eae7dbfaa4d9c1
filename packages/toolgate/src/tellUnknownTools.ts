import type { Tool } from "@toolgate/core"
import { type PolicyConfig, unknownToolsNotice } from "@toolgate/policy"
import * as Effect from "effect/Effect"

/**
 * Logs one line that lists the tools which the policy names and the gate does not know: a slip there protects nothing. No
 * warning, because a policy that several programs share names tools that each of them lacks.
 */
export const tellUnknownTools = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<Pick<Tool, "name" | "aliases">>
): Effect.Effect<void> => {
  const notice = unknownToolsNotice(configs, tools)
  return notice === undefined ? Effect.void : Effect.logInfo(notice)
}
