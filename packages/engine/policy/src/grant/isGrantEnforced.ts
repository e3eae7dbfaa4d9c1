import type { ToolDefinition } from "@toolgate/core"
import type { ToolRules } from "../config/getToolRules.ts"
import { resolveSandbox } from "../parts/routing.ts"
import { isConfinedCommand } from "./commandDefaults.ts"
import { resolveConfinement } from "./resolveConfinement.ts"

/**
 * Whether a boundary outside the tool's code enforces the grant of its calls. Every sandbox except the host has such a
 * boundary. On the host, only a confined command has one: a function in this process is trusted to respect its grant,
 * and an unconfined command may do everything that its user may do. A hosted tool has no boundary: its provider does
 * not know the grant.
 */
export const isGrantEnforced = (configs: ReadonlyArray<ToolRules>, tool: ToolDefinition): boolean => {
  const sandbox = resolveSandbox(configs, tool)
  return sandbox === "host" ? runsConfined(configs, tool) : sandbox !== "provider"
}

/** Whether the calls of a tool run as confined commands, which have a "/tmp" of their session. */
export const runsConfined = (configs: ReadonlyArray<ToolRules>, tool: ToolDefinition): boolean =>
  isConfinedCommand(tool, { sandbox: resolveSandbox(configs, tool), ...resolveConfinement(configs, tool) })
