import { Buffer } from "node:buffer"
import type { FileMode } from "@toolgate/core"
import { errno, Failure } from "../errno.ts"
import { FileContent } from "./FileContent.ts"
import {
  type FileNode,
  type FolderNode,
  firstCookie,
  type Inode,
  type InodeHead,
  isGone,
  type LinkNode,
  type Listed,
  rootName
} from "./Inode.ts"
import { getMode, requireWritableName } from "./modes.ts"
import type { Space } from "./Space.ts"

/** The longest path in bytes, as in Linux. Otherwise nested folders could make the list of changes endless. */
const pathBytes = 4095

/**
 * The files of a run, in memory. Operations keep the tree consistent: they count names, and release bytes with the last
 * name and descriptor. The tree checks access to names. Access to content is checked when a file is opened.
 */
export class FileTree {
  readonly space: Space
  readonly root: FolderNode
  readonly #now: () => bigint
  #lastNumber = 0

  constructor(space: Space, now: () => bigint, rootMode: FileMode) {
    this.space = space
    this.#now = now
    this.root = this.folderNode(rootMode, rootName)
    this.root.names = 1
  }

  fileNode(mode: FileMode, content: FileContent): FileNode {
    return { ...this.#head(mode), kind: "file", content }
  }

  linkNode(mode: FileMode, target: string): LinkNode {
    return { ...this.#head(mode), kind: "link", target }
  }

  folderNode(mode: FileMode, name: string): FolderNode {
    const head = this.#head(mode)
    const places = { parent: undefined, nextCookie: firstCookie, listing: undefined }
    return { ...head, ...places, kind: "folder", children: new Map(), modes: new Map(), name }
  }

  createFile(folder: FolderNode, name: string): FileNode {
    this.#admit(folder, name)
    const node = this.fileNode(getMode(folder, name), FileContent.empty(this.space))
    this.attach(folder, name, node)
    return node
  }

  createFolder(folder: FolderNode, name: string): void {
    this.#admit(folder, name)
    this.attach(folder, name, this.folderNode(getMode(folder, name), name))
  }

  createLink(folder: FolderNode, name: string, target: string): void {
    this.#admit(folder, name, Buffer.byteLength(target))
    this.attach(folder, name, this.linkNode(getMode(folder, name), target))
  }

  /** Adds a hard link. */
  addName(folder: FolderNode, name: string, node: Inode): void {
    this.#admit(folder, name)
    this.attach(folder, name, node)
    node.changed = this.#now()
  }

  /** Removes a name. The file is deleted with its last name, once it is no longer open. */
  remove(folder: FolderNode, name: string): void {
    requireWritableName(folder, name)
    const node = this.detach(folder, name)
    this.space.releaseName()
    this.releaseUnused(node)
  }

  attach(folder: FolderNode, name: string, node: Inode): void {
    folder.children.set(name, { node, cookie: folder.nextCookie })
    folder.nextCookie += 1
    node.names += 1
    if (node.kind === "folder") {
      node.parent = folder
      node.name = name
    }
    this.touch(folder)
    folder.listing = undefined
  }

  detach(folder: FolderNode, name: string): Inode {
    const child = folder.children.get(name)
    if (child === undefined) throw new Failure(errno.NOENT)
    folder.children.delete(name)
    folder.listing = undefined
    child.node.names -= 1
    child.node.changed = this.#now()
    if (child.node.kind === "folder") child.node.parent = undefined
    this.touch(folder)
    return child.node
  }

  releaseUnused(node: Inode): void {
    if (node.names > 0 || node.open > 0) return
    if (node.kind === "file") node.content.release()
    if (node.kind === "link") this.space.releaseBytes(Buffer.byteLength(node.target))
  }

  touch(node: Inode): void {
    node.modified = this.#now()
    node.changed = node.modified
  }

  /** Throws EROFS, ENOENT, ENAMETOOLONG or ENOSPC if the name cannot be made here. Otherwise reserves space for it. */
  #admit(folder: FolderNode, name: string, bytes = 0): void {
    if (isGone(folder)) throw new Failure(errno.NOENT)
    requireWritableName(folder, name)
    checkPath(folder, Buffer.byteLength(name))
    this.space.takeBytes(bytes)
    try {
      this.space.takeName()
    } catch (refused) {
      this.space.releaseBytes(bytes)
      throw refused
    }
  }

  #head(mode: FileMode): InodeHead {
    this.#lastNumber += 1
    const now = this.#now()
    return { number: this.#lastNumber, mode, accessed: now, modified: now, changed: now, names: 0, open: 0 }
  }
}

/** Throws ENAMETOOLONG if a path that is longer by this many bytes would be too long. */
export const checkPath = (folder: FolderNode, bytes: number): void => {
  let total = bytes + 1
  for (let at: FolderNode | undefined = folder; at?.parent !== undefined; at = at.parent)
    total += Buffer.byteLength(at.name) + 1
  if (total > pathBytes) throw new Failure(errno.NAMETOOLONG)
}

/** Returns the entries of a folder in the order of their cookies. */
export const listEntries = (folder: FolderNode): ReadonlyArray<Listed> => {
  folder.listing ??= Array.from(folder.children, ([name, child]) => ({ name, ...child }))
  return folder.listing
}
