import type { FileMode } from "@toolgate/core"
import { errno, Failure } from "../errno.ts"
import type { FolderNode, Inode } from "./Inode.ts"

/** Whether content may be read. */
export const isReadable = (mode: FileMode): boolean => mode !== "w"

/** Whether content may be written, or a name made, replaced or removed. */
const isWritable = (mode: FileMode): boolean => mode !== "r"

/** Returns what may be done with a name in a folder, whether or not the name exists. */
export const modeAt = (folder: FolderNode, name: string): FileMode => folder.modes.get(name) ?? folder.mode

/** Throws EACCES if the content may not be read: content granted only for writing is not revealed. */
export const needReadable = (node: Inode): void => {
  if (!isReadable(node.mode)) throw new Failure(errno.ACCES)
}

/**
 * Throws EROFS if the content may not be written: for the guest, content granted only for reading lies on a read-only
 * file system.
 */
export const needWritable = (node: Inode): void => {
  if (!isWritable(node.mode)) throw new Failure(errno.ROFS)
}

/** Throws EROFS if the name may not be changed. */
export const needWritableAt = (folder: FolderNode, name: string): void => {
  if (!isWritable(modeAt(folder, name))) throw new Failure(errno.ROFS)
}

/**
 * Throws EACCES if a further name would allow what the node does not: moving must not make content readable or
 * writable.
 */
export const needCovered = (node: Inode, folder: FolderNode, name: string): void => {
  const wanted = modeAt(folder, name)
  if (node.mode !== "rw" && node.mode !== wanted) throw new Failure(errno.ACCES)
}
