import type { Tool } from "@modelcontextprotocol/server"
import type { ToolDefinition } from "@toolgate/core"

/** The facts that decide about the form in which a tool is shown. */
interface Showing {
  /** Whether the client knows results that are no objects. */
  readonly isModern: boolean
  /** Whether the gate puts a reference in the place of a large result. */
  readonly mayRefer: boolean
}

/** Returns a tool as a client is told about it. */
export const shownTool = (
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
 * Returns the schema of all that a client may get as the result of a tool. Clients check results against it, and a call whose result is
 * another one fails for them after it has run. A schema that refers to parts of itself cannot be a part of another one, and is left out.
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
    size: { type: "integer", description: "The bytes of the whole." }
  },
  required: ["preview", "size"]
}
