import { resolve } from "node:path"
import type { FileAccess, ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"

/** A folder that is open when the guest starts. */
export interface OpenFolder {
  /** The guest's name for the folder. */
  readonly name: string
  /** The folder's absolute path, as in the entries. */
  readonly path: string
}

/** The folders that a guest sees: the open folders, and the granted paths in them. */
export interface OpenFolders {
  readonly folders: ReadonlyArray<OpenFolder>
  readonly starts: ReadonlyArray<string>
}

/**
 * Returns the open folders. A folder is open if it contains granted files, or is in a granted tree. Without a grant, no
 * folder is open.
 */
export const openFolders = (
  named: Readonly<Record<string, string>>,
  workspace: ResolvedPath,
  access: ReadonlyArray<FileAccess>
): OpenFolders => {
  const folders: Array<OpenFolder> = []
  const starts = new Set<string>()
  for (const [name, from] of Object.entries(named)) {
    const path = resolve(workspace, from)
    const before = folders.length
    for (const entry of access) {
      const start = startOf(path, entry)
      if (start === undefined) continue
      starts.add(start)
      if (folders.length === before) folders.push({ name, path })
    }
  }
  return { folders, starts: [...starts] }
}

const startOf = (folder: string, { path, scope }: FileAccess): string | undefined => {
  if (isBeneath(path, folder)) return path
  return scope === "tree" && isBeneath(folder, path) ? folder : undefined
}
