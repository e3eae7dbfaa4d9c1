import type { ToolDefinition } from "@toolgate/core"
import { isConfinedCommand } from "./commandDefaults.ts"
import { confinementOf } from "./confinementOf.ts"
import { sandboxOf } from "./routing.ts"
import type { ToolRules } from "./rulesFor.ts"

/**
 * Whether walls hold a tool's calls to their grant, whatever its code does: every sandbox but the host has them, and on the
 * host a confined command. A function of this process is trusted to keep to its grant, and an unconfined command may do what
 * its user may.
 */
export const isWalled = (configs: ReadonlyArray<ToolRules>, tool: ToolDefinition): boolean => {
  const sandbox = sandboxOf(configs, tool)
  return sandbox !== "host" || isConfinedCommand(tool, { sandbox, ...confinementOf(configs, tool) })
}
