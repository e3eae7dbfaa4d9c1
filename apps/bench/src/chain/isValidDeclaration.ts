import { stripTypeScriptTypes } from "node:module"
import { type DeclaredTool, declarations } from "@toolgate/chain"

/** Whether a tool's declaration is valid TypeScript. */
export const isValidDeclaration = (tool: DeclaredTool): boolean => {
  try {
    stripTypeScriptTypes(declarations([tool]))
    return true
  } catch {
    return false
  }
}
