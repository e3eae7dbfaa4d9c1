import { stripTypeScriptTypes } from "node:module"
import { type DeclaredTool, declarations } from "@toolgate/chain"

/** Whether the declaration of a tool is TypeScript. */
export const parses = (tool: DeclaredTool): boolean => {
  try {
    stripTypeScriptTypes(declarations([tool]))
    return true
  } catch {
    return false
  }
}
