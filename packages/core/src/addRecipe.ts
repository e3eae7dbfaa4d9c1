import type { JsonObject } from "./json/Json.ts"
import type { Tool } from "./Tool.ts"

/**
 * Adds facts to the description of a tool's implementations, such as the configuration that affects its calls.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { addRecipe } from "@toolgate/core"
 * import { defineTool } from "toolgate"
 *
 * const parameters = { type: "object" } as const
 * const search = defineTool({
 *   name: "search",
 *   description: "Searches.",
 *   parameters,
 *   sideEffects: "READ",
 *   execute: () => []
 * })
 * // Another index changes the tool's digest, so a person has to approve the tool again.
 * const described = addRecipe(search, { index: "https://search.example/v2" })
 * assert.deepEqual(
 *   described.implementations.map((one) => "recipe" in one && one.recipe),
 *   [{ index: "https://search.example/v2" }]
 * )
 * ```
 */
export const addRecipe = (tool: Tool, recipe: JsonObject): Tool => ({
  ...tool,
  implementations: tool.implementations.map((one) =>
    one.kind === "provider" ? one : { ...one, recipe: { ...one.recipe, ...recipe } }
  )
})
