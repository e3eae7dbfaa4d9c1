import { Buffer } from "node:buffer"
import { errno, Failure } from "../errno.ts"
import type { FolderNode, Inode } from "./Inode.ts"

/** The most links that are followed on the way to one file, as in Linux. */
const mostLinks = 40

/** The most bytes of one name, as in Linux. */
const nameBytes = 255

/** The place to which a path led. */
export interface Place {
  /** The folder that the last name is in. */
  readonly folder: FolderNode
  /** The last name. Absent if the path ends in `.` or `..`, which stand for the folder itself. */
  readonly name: string | undefined
  /** The node at the place, if there is one. */
  readonly node: Inode | undefined
  /** Whether the path ended in a slash, and so can only mean a folder. */
  readonly slash: boolean
  /** The end of a path that has no last name. */
  readonly dots: "." | ".."
}

/**
 * The treatment of a link at the end of a path. `follow`: the link is followed. `stay`: the link itself is meant,
 * unless a slash follows it. `name`: the name itself is meant, to be made, replaced or removed, whatever it stands for.
 */
export type AtEnd = "follow" | "stay" | "name"

/**
 * Follows a path from a folder, and never above the folder: an absolute path, an absolute link and a `..` too many are
 * EPERM, wherever they occur on the way. Nothing is remembered between two paths, so a guest's changes in between have
 * no effect on this.
 */
export const walk = (start: FolderNode, path: string, atEnd: AtEnd): Place => {
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
  // Only a removed folder has no parent, and the way down to here cannot have passed one.
  if (folder.parent === undefined) throw new Failure(errno.NOENT)
  return folder.parent
}

const checkName = (name: string): void => {
  if (name.length * 3 > nameBytes && Buffer.byteLength(name) > nameBytes) throw new Failure(errno.NAMETOOLONG)
}
