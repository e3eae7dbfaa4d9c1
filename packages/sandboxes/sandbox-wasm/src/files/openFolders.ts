import { resolve } from "node:path"
import type { FileAccess, ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"

/** A folder that is open for a guest from the beginning. */
export interface OpenFolder {
  /** The name by which the guest knows the folder. */
  readonly name: string
  /** The absolute path of the folder, among the entries. */
  readonly path: string
}

/** The folders that a guest sees of a grant: the open folders, and the paths where the granted parts of them begin. */
export interface OpenFolders {
  readonly folders: ReadonlyArray<OpenFolder>
  readonly starts: ReadonlyArray<string>
}

/**
 * Returns the open folders. A folder is open if something of the grant is in it, or if it is in a tree of the grant.
 * Without a grant, no folder is open.
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
