import { sep } from "node:path"
import type { PermissionRequest } from "@toolgate/core"
import { quoteText } from "./shownText.ts"

/**
 * Lists the files that a call would change, where its arguments name them. Each file appears once, escaped, and relative
 * to the workspace if it is inside.
 */
export const listProjectedModifications = ({ resources, context }: PermissionRequest): ReadonlyArray<string> => {
  const paths = new Set<string>()
  for (const resource of resources)
    if (resource.kind === "file" && resource.mode !== "r")
      paths.add(quoteText(fromWorkspace(resource.path, context.workspace)).slice(1, -1))
  return Object.freeze([...paths])
}

const fromWorkspace = (path: string, workspace: string): string => {
  if (path === workspace) return "."
  const folder = workspace.endsWith(sep) ? workspace : workspace + sep
  return path.startsWith(folder) ? path.slice(folder.length) : path
}
