import type { JsonObject } from "./json/Json.ts"
import type { Tool } from "./Tool.ts"

/** Adds facts to the description of a tool's implementations, such as the configuration that affects its calls. */
export const addRecipe = (tool: Tool, recipe: JsonObject): Tool => ({
  ...tool,
  implementations: tool.implementations.map((one) =>
    one.kind === "provider" ? one : { ...one, recipe: { ...one.recipe, ...recipe } }
  )
})
