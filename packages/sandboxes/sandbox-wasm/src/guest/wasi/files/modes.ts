import type { FileMode } from "@toolgate/core"
import { errno, Failure } from "../errno.ts"
import type { FolderNode, Inode } from "./Inode.ts"

/** Whether content may be read. */
export const isReadable = (mode: FileMode): boolean => mode !== "w"

/** Whether content may be written, or a name made, replaced or removed. */
const isWritable = (mode: FileMode): boolean => mode !== "r"

/** Returns the mode of a name in a folder, even if the name does not exist. */
export const getMode = (folder: FolderNode, name: string): FileMode => folder.modes.get(name) ?? folder.mode

/** Throws EACCES if the content is granted only for writing. */
export const requireReadable = (node: Inode): void => {
  if (!isReadable(node.mode)) throw new Failure(errno.ACCES)
}

/** Throws EROFS if the content is granted only for reading. */
export const requireWritable = (node: Inode): void => {
  if (!isWritable(node.mode)) throw new Failure(errno.ROFS)
}

/** Throws EROFS if the name may not be changed. */
export const requireWritableName = (folder: FolderNode, name: string): void => {
  if (!isWritable(getMode(folder, name))) throw new Failure(errno.ROFS)
}

/** Throws EACCES if a new name would allow more than the node: moving must not make content readable or writable. */
export const requireCovered = (node: Inode, folder: FolderNode, name: string): void => {
  const wanted = getMode(folder, name)
  if (node.mode !== "rw" && node.mode !== wanted) throw new Failure(errno.ACCES)
}
