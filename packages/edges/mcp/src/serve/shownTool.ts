import type { Tool } from "@modelcontextprotocol/server"
import type { ToolDefinition } from "@toolgate/core"

/** Returns a tool as a client is told about it. Clients of the older era know only results that are objects. */
export const shownTool = (
  { name, title, description, parameters, output, sideEffects, effects, destructive }: ToolDefinition,
  isModern: boolean
): Tool => ({
  name,
  ...(title === undefined ? {} : { title }),
  description,
  inputSchema: parameters as Tool["inputSchema"],
  ...(output !== undefined && (isModern || isOfObjects(output))
    ? { outputSchema: output as NonNullable<Tool["outputSchema"]> }
    : {}),
  annotations: {
    readOnlyHint: sideEffects === "NONE" || sideEffects === "READ",
    destructiveHint: destructive,
    openWorldHint: sideEffects === "NETWORK" || effects.includes("network_access")
  }
})

const isOfObjects = (schema: object): boolean => "type" in schema && schema.type === "object"
