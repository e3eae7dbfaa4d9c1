import { Buffer } from "node:buffer"
import type { FileMode } from "@toolgate/core"
import type { GuestEntry } from "../../GuestWorld.ts"
import { FileContent } from "./FileContent.ts"
import { FileTree } from "./FileTree.ts"
import type { FolderNode } from "./Inode.ts"
import { getMode } from "./modes.ts"
import { Space } from "./Space.ts"

/** Makes the tree of a world's entries. Their parents are read-only and can only be passed through. */
export const loadTree = (entries: ReadonlyArray<GuestEntry>, bytes: number, now: () => bigint): FileTree => {
  const top = entries.find((entry) => entry.kind === "directory" && namesOf(entry.path).length === 0)
  const tree = new FileTree(new Space(bytes), now, top?.mode ?? "r")
  // A folder sorts before its content, so its mode is known by then.
  for (const entry of entries.toSorted((one, other) => (one.path < other.path ? -1 : 1))) load(tree, entry)
  return tree
}

/**
 * Returns the folder at a path. Missing folders are made read-only, to be passed through: the world does not list them,
 * so nothing in them can change.
 */
export const makeFolderAt = (tree: FileTree, path: string): FolderNode => folderOf(tree, namesOf(path), () => "r")

/** Returns the folder at these names. `missing` returns the mode of a missing folder. */
const folderOf = (
  tree: FileTree,
  names: ReadonlyArray<string>,
  missing: (folder: FolderNode, name: string) => FileMode
): FolderNode => {
  let at = tree.root
  for (const name of names) {
    const node = at.children.get(name)?.node ?? add(tree, at, name, missing(at, name))
    if (node.kind !== "folder") throw new Error(`A parent of the folder "${names.join("/")}" is not a folder.`)
    at = node
  }
  return at
}

const load = (tree: FileTree, entry: GuestEntry): void => {
  const names = namesOf(entry.path)
  const name = names.pop()
  if (name === undefined) return
  // An unlisted folder has its parent's mode. Above all entries, that is read-only.
  const folder = folderOf(tree, names, getMode)
  if (folder.children.has(name)) throw new Error(`The path "${entry.path}" is listed twice.`)
  setMode(folder, name, entry.mode)
  if (entry.kind === "file")
    tree.attach(folder, name, tree.fileNode(entry.mode, FileContent.given(tree.space, entry.bytes)))
  if (entry.kind === "link") {
    tree.space.give(Buffer.byteLength(entry.target))
    tree.attach(folder, name, tree.linkNode(entry.mode, entry.target))
  }
  if (entry.kind === "directory") add(tree, folder, name, entry.mode)
}

const add = (tree: FileTree, folder: FolderNode, name: string, mode: FileMode): FolderNode => {
  setMode(folder, name, mode)
  const node = tree.folderNode(mode, name)
  tree.attach(folder, name, node)
  return node
}

const setMode = (folder: FolderNode, name: string, mode: FileMode): void => {
  if (mode !== folder.mode) folder.modes.set(name, mode)
}

const namesOf = (path: string): Array<string> => {
  const names = path.split("/").filter((name) => name !== "")
  if (!path.startsWith("/") && names.length > 0 && path !== names.join("/"))
    throw new Error(`The path "${path}" of a run's files is not absolute.`)
  if (names.includes("..") || names.includes("."))
    throw new Error(`The path "${path}" of a run's files is not resolved.`)
  return names
}
