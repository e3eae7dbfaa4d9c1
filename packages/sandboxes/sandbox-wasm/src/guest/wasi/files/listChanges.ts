import { Buffer } from "node:buffer"
import type { FileChange } from "../../../files/FileChange.ts"
import type { GuestEntry } from "../../GuestWorld.ts"
import type { FileTree } from "./FileTree.ts"
import type { FolderNode, Inode } from "./Inode.ts"

/** Everything in a tree by path, parents before their content. */
type Paths = ReadonlyMap<string, Inode>

/** Returns the paths of a tree. Not recursive, because a guest chooses the depth. */
export const listPaths = (tree: FileTree): Paths => {
  const paths = new Map<string, Inode>()
  const left: Array<{ readonly path: string; readonly folder: FolderNode }> = [{ path: "", folder: tree.root }]
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const [name, { node }] of next.folder.children) {
      const path = `${next.path}/${name}`
      paths.set(path, node)
      if (node.kind === "folder") left.push({ path, folder: node })
    }
  return paths
}

/** Returns how a tree differs from its initial entries and paths, in the order that `CommandEnded` promises. */
export const listChanges = (
  tree: FileTree,
  before: Paths,
  entries: ReadonlyArray<GuestEntry>
): ReadonlyArray<FileChange> => {
  const given = new Map(entries.map((entry) => [entry.path, entry]))
  const now = listPaths(tree)
  const changes: Array<FileChange> = []
  for (const [path, node] of now)
    if (!isAsGiven(node, before.get(path), given.get(path))) changes.push(changeOf(path, node))
  for (const path of Array.from(before.keys()).reverse())
    if (!now.has(path) && isInFolders(path, now)) changes.push({ kind: "deleted", path })
  return changes
}

const isAsGiven = (node: Inode, before: Inode | undefined, given: GuestEntry | undefined): boolean => {
  if (before?.kind !== node.kind) return false
  switch (node.kind) {
    case "folder":
      return true
    case "link":
      return before.kind === "link" && before.target === node.target
    case "file":
      if (before === node && !node.content.changed) return true
      return given?.kind === "file" && Buffer.compare(node.content.bytes, given.bytes) === 0
  }
}

const changeOf = (path: string, node: Inode): FileChange => {
  switch (node.kind) {
    case "folder":
      return { kind: "directory", path }
    case "link":
      return { kind: "link", path, target: node.target }
    case "file":
      return { kind: "file", path, bytes: node.content.bytes }
  }
}

/** Whether every parent of a path is still a folder or gone. Otherwise the replaced parent already covers the path. */
const isInFolders = (path: string, now: Paths): boolean => {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const above = now.get(path.slice(0, end))
    if (above !== undefined) return above.kind === "folder"
  }
  return true
}
