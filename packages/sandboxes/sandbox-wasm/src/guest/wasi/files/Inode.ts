import type { FileMode } from "@toolgate/core"
import type { FileContent } from "./FileContent.ts"

/** A file, folder or link, without its names. */
export type Inode = FileNode | FolderNode | LinkNode

/** Common members. Times are in nanoseconds since the epoch. */
export interface InodeHead {
  readonly number: number
  /** The mode of the content. The mode of a name belongs to its folder: `modeAt`. */
  readonly mode: FileMode
  accessed: bigint
  modified: bigint
  changed: bigint
  /** Number of names. */
  names: number
  /** Number of open descriptors. */
  open: number
}

export interface FileNode extends InodeHead {
  readonly kind: "file"
  readonly content: FileContent
}

export interface LinkNode extends InodeHead {
  readonly kind: "link"
  readonly target: string
}

/** A folder. It has at most one name, so it knows its path. */
export interface FolderNode extends InodeHead {
  readonly kind: "folder"
  readonly children: Map<string, Child>
  /**
   * Names whose mode differs from the folder's. A folder with such names cannot be moved, because they would lose their
   * modes.
   */
  readonly modes: Map<string, FileMode>
  name: string
  /** The parent. Absent for the root and for a removed folder. */
  parent: FolderNode | undefined
  nextCookie: number
  /** The children in the order of their cookies. Built on the first listing after a change. */
  listing: ReadonlyArray<Listed> | undefined
}

/** An entry of a folder. Its cookie is never reused, so that a listing can continue after changes. */
interface Child {
  readonly node: Inode
  readonly cookie: number
}

export interface Listed extends Child {
  readonly name: string
}

/** The cookie of the first entry. `.` and `..` have 1 and 2. */
export const firstCookie = 3

/**
 * The root's name, which no other folder can have. It distinguishes the root from a removed folder, because neither has
 * a parent.
 */
export const rootName = "/"

/** Whether a folder was removed. Nothing can be made in it. */
export const isGone = (folder: FolderNode): boolean => folder.parent === undefined && folder.name !== rootName
