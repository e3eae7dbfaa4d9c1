import type { ToolDefinition } from "@toolgate/core"
import type { ToolDescription } from "@toolgate/runner-protocol"

/** Returns what a runner is told of a tool. */
export const toolDescription = ({ name, description, parameters, sideEffects }: ToolDefinition): ToolDescription => ({
  name,
  description,
  parameters,
  side_effects: sideEffects
})
