import { Buffer } from "node:buffer"
import { errno, Failure } from "../errno.ts"
import { checkPath, type FileTree } from "./FileTree.ts"
import { type FolderNode, type Inode, isGone } from "./Inode.ts"
import { requireCovered, requireWritableName } from "./modes.ts"
import type { ResolvedName } from "./walk.ts"

/** Moves a node to another name and replaces what is there, as POSIX defines it. */
export const rename = (tree: FileTree, from: ResolvedName, to: ResolvedName): void => {
  if (from.name === undefined || to.name === undefined) throw new Failure(errno.BUSY)
  const { node } = from
  if (node === undefined) throw new Failure(errno.NOENT)
  if (node.kind !== "folder" && (from.slash || to.slash)) throw new Failure(errno.NOTDIR)
  if (isGone(to.folder)) throw new Failure(errno.NOENT)
  if (node.kind === "folder" && isBeneath(to.folder, node)) throw new Failure(errno.INVAL)
  if (to.node?.kind === "folder" && isBeneath(from.folder, to.node)) throw new Failure(errno.NOTEMPTY)
  if (to.node === node) return
  requireWritableName(from.folder, from.name)
  requireWritableName(to.folder, to.name)
  if (to.node !== undefined) checkReplaced(node, to.node)
  checkMoved(node, to.folder, to.name)
  if (to.node !== undefined) tree.remove(to.folder, to.name)
  tree.attach(to.folder, to.name, tree.detach(from.folder, from.name))
}

const checkReplaced = (node: Inode, replaced: Inode): void => {
  if (node.kind === "folder" && replaced.kind !== "folder") throw new Failure(errno.NOTDIR)
  if (replaced.kind !== "folder") return
  if (node.kind !== "folder") throw new Failure(errno.ISDIR)
  checkRemovable(replaced)
}

/** Throws ENOTEMPTY, or EROFS for a folder with a name that has its own mode. */
export const checkRemovable = (folder: FolderNode): void => {
  if (folder.children.size > 0) throw new Failure(errno.NOTEMPTY)
  if (folder.modes.size > 0) throw new Failure(errno.ROFS)
}

/**
 * Checks a node before it is moved. A moved node keeps its mode, so nothing in it may allow less than its new place. No
 * name in it may have a separate mode, because that is a rule for a path and would be lost. Not recursive, because a
 * guest chooses the depth.
 */
const checkMoved = (moved: Inode, folder: FolderNode, name: string): void => {
  const left: Array<{ readonly node: Inode; readonly bytes: number }> = [
    { node: moved, bytes: Buffer.byteLength(name) }
  ]
  let longest = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    requireCovered(next.node, folder, name)
    longest = Math.max(longest, next.bytes)
    if (next.node.kind !== "folder") continue
    if (next.node.modes.size > 0) throw new Failure(errno.ROFS)
    for (const [child, { node }] of next.node.children)
      left.push({ node, bytes: next.bytes + 1 + Buffer.byteLength(child) })
  }
  checkPath(folder, longest)
}

/** Whether a folder is another folder or inside it. */
const isBeneath = (folder: FolderNode, above: FolderNode): boolean => {
  for (let at: FolderNode | undefined = folder; at !== undefined; at = at.parent) if (at === above) return true
  return false
}
