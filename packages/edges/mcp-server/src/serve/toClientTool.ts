import type { Tool } from "@modelcontextprotocol/server"
import type { ToolDefinition } from "@toolgate/core"

interface Showing {
  /** Whether the client accepts results other than objects. */
  readonly isModern: boolean
  /** Whether the gate may replace a large result with a reference. */
  readonly mayRefer: boolean
}

/** Converts a tool to its definition for a client. */
export const toClientTool = (
  { name, title, description, parameters, output, sideEffects, effects, destructive }: ToolDefinition,
  showing: Showing
): Tool => {
  const promised = output === undefined ? undefined : promisedBy(output, showing)
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: parameters as Tool["inputSchema"],
    ...(promised === undefined ? {} : { outputSchema: promised as NonNullable<Tool["outputSchema"]> }),
    annotations: {
      readOnlyHint: sideEffects === "NONE" || sideEffects === "READ",
      destructiveHint: destructive,
      openWorldHint: sideEffects === "NETWORK" || effects.includes("network_access")
    }
  }
}

/**
 * Returns the schema of all possible results of a tool. Clients check results against it, and a mismatch fails the call
 * after it has run. A recursive schema cannot be embedded and is left out.
 */
const promisedBy = (output: object, { isModern, mayRefer }: Showing): object | undefined => {
  const isOfObjects = "type" in output && output.type === "object"
  if (!isModern && !isOfObjects) return undefined
  if (!mayRefer) return output
  if (/"\$(?:ref|dynamicRef|recursiveRef)":/.test(JSON.stringify(output))) return undefined
  return { ...(isOfObjects ? { type: "object" } : {}), anyOf: [output, reference] }
}

const reference = {
  type: "object",
  description: "The beginning of a result that is too large to be returned at once. To read on, call read_artifact.",
  properties: {
    artifact_ref: { type: "string" },
    preview: { type: "string" },
    size: { type: "integer", description: "The size of the whole result in bytes." }
  },
  required: ["preview", "size"]
}
