import { defineTool, type JsonObject } from "@toolgate/core"
import Type from "typebox"

/**
 * The tool `describe_tool`, which returns the schemas of a visible tool, for models that see only names and descriptions of tools with
 * `lazySchema`. Not part of `builtins()`.
 *
 * ```ts
 * import { builtins, createToolgate } from "toolgate"
 * import { describeTool } from "@toolgate/builtins"
 *
 * const lazy = builtins().map((tool) => ({ ...tool, lazySchema: true }))
 * export const gate = await createToolgate({ workspace: ".", policy: "default", tools: [...lazy, describeTool] })
 * ```
 */
export const describeTool = defineTool({
  name: "describe_tool",
  title: "Describe a tool",
  description:
    "Returns the arguments that a tool takes, as {name, description, parameters, output?} with JSON Schemas. Use it before the first call of a tool whose arguments you do not know. Touches nothing.",
  parameters: Type.Object(
    { name: Type.String({ description: "The name of the tool." }) },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      name: Type.String(),
      description: Type.String(),
      parameters: Type.Unsafe<JsonObject>({ type: "object" }),
      output: Type.Optional(Type.Unsafe<JsonObject>({ type: "object" }))
    },
    { additionalProperties: false }
  ),
  sideEffects: "NONE",
  // Only tools that the caller may use are described.
  requiresCapability: false,
  callers: ["direct", "chain"],
  execute: ({ name }, { describe }) => describe(name)
})
