import type { ToolDefinition } from "@toolgate/core"
import type { ToolDescription } from "@toolgate/runner/protocol"

/** Returns the description of a tool for a runner. */
export const toolDescription = ({ name, description, parameters, sideEffects }: ToolDefinition): ToolDescription => ({
  name,
  description,
  parameters,
  side_effects: sideEffects
})
