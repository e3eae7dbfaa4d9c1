import type { JsonObject } from "./json/Json.ts"
import type { Tool } from "./Tool.ts"

/**
 * Returns a tool whose implementations are described by these facts as well: what its maker was configured with, and what decides what a
 * call does.
 */
export const addRecipe = (tool: Tool, recipe: JsonObject): Tool => ({
  ...tool,
  implementations: tool.implementations.map((one) =>
    one.kind === "provider" ? one : { ...one, recipe: { ...one.recipe, ...recipe } }
  )
})
