import type { FileMode } from "@toolgate/core"
import type { FileContent } from "./FileContent.ts"

/** A file, a folder or a link, apart from its names. */
export type Inode = FileNode | FolderNode | LinkNode

/** The part that all of them have. Times are in nanoseconds since the epoch. */
export interface InodeHead {
  readonly number: number
  /** The mode of the content. The folder decides what may be done with a name: `modeAt`. */
  readonly mode: FileMode
  accessed: bigint
  modified: bigint
  changed: bigint
  /** The number of its names. */
  names: number
  /** The number of its open descriptors. */
  open: number
}

/** A file. */
export interface FileNode extends InodeHead {
  readonly kind: "file"
  readonly content: FileContent
}

/** A symbolic link. */
export interface LinkNode extends InodeHead {
  readonly kind: "link"
  readonly target: string
}

/** A folder. It has at most one name, so it knows where it is. */
export interface FolderNode extends InodeHead {
  readonly kind: "folder"
  readonly children: Map<string, Child>
  /**
   * The names whose mode is not the folder's. A folder with any of them cannot be moved, because its names would lose
   * their modes.
   */
  readonly modes: Map<string, FileMode>
  name: string
  /** The folder above. Absent for the uppermost folder, and for a removed folder. */
  parent: FolderNode | undefined
  nextCookie: number
  /** The children in the order of their cookies, made when they are first listed after a change. */
  listing: ReadonlyArray<Listed> | undefined
}

/**
 * An entry of a folder. Its cookie is never used twice, so that a listing continues where it was, whatever changed in
 * between.
 */
interface Child {
  readonly node: Inode
  readonly cookie: number
}

/** An entry with its name. */
export interface Listed extends Child {
  readonly name: string
}

/** The cookie of the first entry. Those of `.` and `..` are 1 and 2. */
export const firstCookie = 3

/**
 * The name of the uppermost folder. That folder has no parent and is not gone either, so it has a name that no other
 * folder can have.
 */
export const rootName = "/"

/** Whether a folder was removed. Nothing can be made in a removed folder. */
export const isGone = (folder: FolderNode): boolean => folder.parent === undefined && folder.name !== rootName
