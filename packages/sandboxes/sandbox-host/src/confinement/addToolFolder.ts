import type { Access, FileAccess, FileException, ResolvedPath } from "@toolgate/core"
import { escapePattern, isBeneath } from "@toolgate/core/access"

/**
 * Adds read access to the tool's folder to the access of a call. Files that the grant excludes from reading stay hidden
 * there. If the folder is the root of a granted tree, such as the workspace, that grant is unchanged.
 */
export const addToolFolder = (access: Access, folder: string | undefined): Access => {
  if (folder === undefined) return access
  const trees = access.files.filter(({ scope }) => scope === "tree")
  const hidden = trees.flatMap(({ except = [] }) => except.filter(({ mode }) => mode !== "w"))
  const own: FileAccess = { path: folder as ResolvedPath, mode: "r", scope: "tree", except: [...new Set(hidden)] }
  const unwritten: FileException = { pattern: `${escapePattern(folder)}/**`, mode: "w" }
  const files = access.files.map((file) =>
    file.scope === "tree" && file.path !== folder && isBeneath(folder, file.path)
      ? { ...file, except: [...(file.except ?? []), unwritten] }
      : file
  )
  return { ...access, files: [...files, own] }
}
