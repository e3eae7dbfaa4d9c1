import type { ToolDefinition } from "@toolgate/core"
import type { ToolDescription } from "@toolgate/runner/protocol"

/** Describes a tool for a runner. */
export const describeTool = ({ name, description, parameters, sideEffects }: ToolDefinition): ToolDescription => ({
  name,
  description,
  parameters,
  side_effects: sideEffects
})
