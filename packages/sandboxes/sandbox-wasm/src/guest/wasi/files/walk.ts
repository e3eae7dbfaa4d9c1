import { Buffer } from "node:buffer"
import { errno, Failure } from "../errno.ts"
import type { FolderNode, Inode } from "./Inode.ts"

/** Links followed on the way to one file, as Linux has it. */
const mostLinks = 40

/** Bytes of one name, as Linux has it. */
const nameBytes = 255

/** Where a path led. */
export interface Place {
  /** The folder that the last name is in. */
  readonly folder: FolderNode
  /** The last name; none where the path ends in `.` or `..`, which stand for the folder itself. */
  readonly name: string | undefined
  /** What is there. */
  readonly node: Inode | undefined
  /** Whether the path ended in a slash, and so can only mean a folder. */
  readonly slash: boolean
  /** How the path ended, where it has no last name. */
  readonly dots: "." | ".."
}

/**
 * What to do with a link at the path's end. `follow`: go on; `stay`: it is what was meant, unless a slash comes after it; `name`:
 * the name is what was meant, to be made, replaced or removed, whatever it stands for.
 */
export type AtEnd = "follow" | "stay" | "name"

/**
 * Follows a path from a folder, and never above it: an absolute path, an absolute link and a `..` too many are EPERM, wherever on
 * the way they are met. Nothing is remembered between two paths, so what a guest does in between changes nothing in this.
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

/** The names of a path, the last one first. */
const namesLeft = (path: string): Array<string> => {
  if (path.startsWith("/")) throw new Failure(errno.PERM)
  return path
    .split("/")
    .filter((name) => name !== "")
    .reverse()
}

const parentOf = (folder: FolderNode, start: FolderNode): FolderNode => {
  if (folder === start) throw new Failure(errno.PERM)
  // Only a folder that was removed has none, and the way down to it cannot have passed one.
  if (folder.parent === undefined) throw new Failure(errno.NOENT)
  return folder.parent
}

const checkName = (name: string): void => {
  if (name.length * 3 > nameBytes && Buffer.byteLength(name) > nameBytes) throw new Failure(errno.NAMETOOLONG)
}
