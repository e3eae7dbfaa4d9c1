import { Buffer } from "node:buffer"
import { errno, Failure } from "../errno.ts"
import type { FolderNode, Inode } from "./Inode.ts"

/** The most links to follow for one path, as in Linux. */
const mostLinks = 40

/** The longest name in bytes, as in Linux. */
const nameBytes = 255

/** The result of resolving a path. */
export interface ResolvedName {
  /** The folder of the last name. */
  readonly folder: FolderNode
  /** The last name. Absent if the path ends in `.` or `..`, which mean the folder itself. */
  readonly name: string | undefined
  /** The node, if it exists. */
  readonly node: Inode | undefined
  /** Whether the path ends in a slash and must be a folder. */
  readonly slash: boolean
  /** The end of a path without a last name. */
  readonly dots: "." | ".."
}

/**
 * The treatment of a link at the end of a path. `follow`: follow it. `stay`: use the link itself, unless a slash
 * follows. `name`: use the name itself, to make, replace or remove it.
 */
export type AtEnd = "follow" | "stay" | "name"

/**
 * Resolves a path from a folder, and never above it: an absolute path, an absolute link, or too many `..` throw EPERM.
 * Nothing is cached between two paths, so changes take effect at once.
 */
export const walk = (start: FolderNode, path: string, atEnd: AtEnd): ResolvedName => {
  if (path === "") throw new Failure(errno.NOENT)
  const left = namesLeft(path)
  let at = start
  let slash = path.endsWith("/")
  let dots: "." | ".." = "."
  let links = 0
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === "." || name === "..") {
      dots = name
      if (name === "..") at = parentOf(at, start)
      continue
    }
    checkName(name)
    const node = at.children.get(name)?.node
    const last = left.length === 0
    if (node?.kind === "link" && (!last || atEnd === "follow" || (slash && atEnd !== "name"))) {
      links += 1
      if (links > mostLinks) throw new Failure(errno.LOOP)
      left.push(...namesLeft(node.target))
      if (last && node.target.endsWith("/")) slash = true
      continue
    }
    if (last) {
      if (slash && atEnd !== "name" && node !== undefined && node.kind !== "folder") throw new Failure(errno.NOTDIR)
      return { folder: at, name, node, slash, dots }
    }
    if (node === undefined) throw new Failure(errno.NOENT)
    if (node.kind !== "folder") throw new Failure(errno.NOTDIR)
    at = node
  }
  return { folder: at, name: undefined, node: at, slash, dots }
}

/** Returns the names of a path, the last name first. */
const namesLeft = (path: string): Array<string> => {
  if (path.startsWith("/")) throw new Failure(errno.PERM)
  return path
    .split("/")
    .filter((name) => name !== "")
    .reverse()
}

const parentOf = (folder: FolderNode, start: FolderNode): FolderNode => {
  if (folder === start) throw new Failure(errno.PERM)
  // Only a removed folder has no parent, and the walk cannot have passed one.
  if (folder.parent === undefined) throw new Failure(errno.NOENT)
  return folder.parent
}

const checkName = (name: string): void => {
  if (name.length * 3 > nameBytes && Buffer.byteLength(name) > nameBytes) throw new Failure(errno.NAMETOOLONG)
}
