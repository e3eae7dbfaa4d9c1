import type { ToolDefinition } from "@toolgate/core"
import type { ToolRules } from "../config/rulesFor.ts"
import { sandboxOf } from "../parts/routing.ts"
import { isConfinedCommand } from "./commandDefaults.ts"
import { confinementOf } from "./confinementOf.ts"

/**
 * Whether a boundary enforces the grant of a tool's calls, whatever the tool's code does. Every sandbox that runs calls
 * has such a boundary, except for the host. On the host, only a confined command has one: a function of this process is
 * trusted to keep to its grant, and an unconfined command may do what its user may do. A hosted tool has none: its
 * provider knows no grant.
 */
export const isGrantEnforced = (configs: ReadonlyArray<ToolRules>, tool: ToolDefinition): boolean => {
  const sandbox = sandboxOf(configs, tool)
  return sandbox === "host" ? runsConfined(configs, tool) : sandbox !== "provider"
}

/** Whether the calls of a tool run as confined commands, which have a "/tmp" of their session. */
export const runsConfined = (configs: ReadonlyArray<ToolRules>, tool: ToolDefinition): boolean =>
  isConfinedCommand(tool, { sandbox: sandboxOf(configs, tool), ...confinementOf(configs, tool) })
