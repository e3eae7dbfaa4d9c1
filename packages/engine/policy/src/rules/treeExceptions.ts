import type { FileException, ResolvedPath, ToolDefinition } from "@toolgate/core"
import { escapePattern } from "@toolgate/core/access"
import { namesItsFiles } from "../declarations.ts"
import type { ToolRules } from "./RuleSet.ts"

/**
 * Returns the files that a tool with a whole tree may not touch; `undefined` if there are none. The deny rules cannot
 * see what such a tool will do. Files about which a person would have to be asked are excluded too, because nobody will
 * be asked then.
 */
export const treeExceptions = (
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
