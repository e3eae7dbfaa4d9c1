import type { FileMode } from "@toolgate/core"
import { errno, Failure } from "../errno.ts"
import type { FolderNode, Inode } from "./Inode.ts"

/** Whether content may be read. */
export const isReadable = (mode: FileMode): boolean => mode !== "w"

/** Whether content may be written, or a name made, replaced or removed. */
const isWritable = (mode: FileMode): boolean => mode !== "r"

/** What may be done with a name in a folder, there or not. */
export const modeAt = (folder: FolderNode, name: string): FileMode => folder.modes.get(name) ?? folder.mode

/** EACCES: what was granted for writing alone is not told. */
export const needReadable = (node: Inode): void => {
  if (!isReadable(node.mode)) throw new Failure(errno.ACCES)
}

/** EROFS: to the guest, what was granted for reading alone lies on a read-only file system. */
export const needWritable = (node: Inode): void => {
  if (!isWritable(node.mode)) throw new Failure(errno.ROFS)
}

/** EROFS, for a name. */
export const needWritableAt = (folder: FolderNode, name: string): void => {
  if (!isWritable(modeAt(folder, name))) throw new Failure(errno.ROFS)
}

/** EACCES where a further name would allow what the node does not: no content becomes readable or writable by being moved. */
export const needCovered = (node: Inode, folder: FolderNode, name: string): void => {
  const wanted = modeAt(folder, name)
  if (node.mode !== "rw" && node.mode !== wanted) throw new Failure(errno.ACCES)
}
