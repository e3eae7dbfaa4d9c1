import { defineTool, type Tool } from "@toolgate/core"

/** Returns tools, half of them with schemas for strict modes, and half with optional properties. */
export const createProviderTools = (count: number): ReadonlyArray<Tool> =>
  Array.from({ length: count }, (_, at) =>
    defineTool({
      name: `tool_${at}`,
      description: "Does nothing.",
      sideEffects: "NONE",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string", description: "A file." },
          mode: { type: "string", enum: ["read", "write"] },
          lines: { type: "array", items: { type: "integer" } }
        },
        required: at % 2 === 0 ? ["path", "mode", "lines"] : ["path"],
        additionalProperties: false
      },
      execute: () => undefined
    })
  )
