import { resolve } from "node:path"
import { isBeneath } from "@toolgate/access"
import type { FileAccess, ResolvedPath } from "@toolgate/core"

/** A folder that a guest finds open. */
export interface OpenFolder {
  /** The name that the guest knows it by. */
  readonly name: string
  /** An absolute path among the entries. */
  readonly path: string
}

/** What of a grant a guest's folders show: which of them are open, and where what is beneath them begins. */
export interface OpenFolders {
  readonly folders: ReadonlyArray<OpenFolder>
  readonly starts: ReadonlyArray<string>
}

/** A folder is open if something of the grant is in it, or if it is in a tree of the grant. Nothing granted: no folder. */
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
