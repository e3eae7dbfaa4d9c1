import type { FileException, ResolvedPath, ToolDefinition } from "@toolgate/core"
import { escapePattern } from "@toolgate/core/access"
import { namesItsFiles } from "../declarations.ts"
import type { ToolRules } from "./RuleSet.ts"

/**
 * Lists the files that a tool with a whole tree may not touch; `undefined` if it may touch all. Deny rules cannot see
 * what such a tool will do. Files under ask rules are excluded too, because no person can be asked while the tool
 * runs.
 */
export const listTreeExceptions = (
  tool: ToolDefinition,
  tables: ToolRules["tables"]
): ((workspace: ResolvedPath) => ReadonlyArray<FileException>) | undefined => {
  const patterns = namesItsFiles(tool) ? [] : tables.flatMap(({ paths }) => [...paths.all()])
  if (patterns.length === 0) return undefined
  let last: { readonly workspace: string; readonly except: ReadonlyArray<FileException> } | undefined
  return (workspace) => {
    if (last?.workspace !== workspace) {
      const except = patterns.map(({ path, mode }) =>
        Object.freeze({
          pattern: path.begins === "root" ? path.text : `${escapePattern(workspace)}/${path.text}`,
          mode: mode === "w" ? ("w" as const) : ("r" as const)
        })
      )
      last = { workspace, except: Object.freeze(except) }
    }
    return last.except
  }
}
