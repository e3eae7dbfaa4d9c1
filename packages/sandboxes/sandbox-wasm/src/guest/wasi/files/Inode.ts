import type { FileMode } from "@toolgate/core"
import type { FileContent } from "./FileContent.ts"

/** What a name stands for, whatever its names are. */
export type Inode = FileNode | FolderNode | LinkNode

/** What all of them have. Times are in nanoseconds since the epoch. */
export interface InodeHead {
  readonly number: number
  /** What may be done with its content. What may be done with a name is the folder's: `modeAt`. */
  readonly mode: FileMode
  accessed: bigint
  modified: bigint
  changed: bigint
  /** Names that it has. */
  names: number
  /** Descriptors that it has. */
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

/** A folder. It has one name at most, so it knows where it is. */
export interface FolderNode extends InodeHead {
  readonly kind: "folder"
  readonly children: Map<string, Child>
  /** Names whose mode is not the folder's. A folder with any stays where it is, or its names would lose their modes. */
  readonly modes: Map<string, FileMode>
  name: string
  /** None for the uppermost folder, and for one that was removed. */
  parent: FolderNode | undefined
  nextCookie: number
  /** The children in the order of their cookies, made when they are first listed after a change. */
  listing: ReadonlyArray<Listed> | undefined
}

/** A folder's entry. Its cookie is never used twice, so that a listing goes on where it was, whatever changed in between. */
interface Child {
  readonly node: Inode
  readonly cookie: number
}

/** An entry with its name. */
export interface Listed extends Child {
  readonly name: string
}

/** The cookies of `.` and `..` are 1 and 2. */
export const firstCookie = 3

/** The uppermost folder of the tree has no parent either, and is not gone: it has a name that no other can have. */
export const rootName = "/"

/** Whether a folder was removed: nothing can be made in it any more. */
export const isGone = (folder: FolderNode): boolean => folder.parent === undefined && folder.name !== rootName
