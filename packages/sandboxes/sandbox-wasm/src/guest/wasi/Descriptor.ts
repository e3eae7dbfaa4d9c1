import type { FileNode, FolderNode } from "./files/Inode.ts"
import { fileRights, folderRights, inheritedRights, inputRights, outputRights } from "./rights.ts"

/** An open descriptor of the guest. Descriptors cannot be duplicated. */
export type Descriptor = InputDescriptor | OutputDescriptor | FileDescriptor | FolderDescriptor

interface DescriptorHead {
  rights: number
  /** Rights for files that are opened through this descriptor. */
  inheriting: number
  flags: number
}

export interface InputDescriptor extends DescriptorHead {
  readonly kind: "input"
  readonly bytes: Uint8Array
  position: number
}

/** Standard output or standard error. */
export interface OutputDescriptor extends DescriptorHead {
  readonly kind: "output"
  readonly write: (bytes: Uint8Array) => void
}

export interface FileDescriptor extends DescriptorHead {
  readonly kind: "file"
  readonly node: FileNode
  position: number
}

/** An open folder. It gives access to its content, and to nothing else. */
export interface FolderDescriptor extends DescriptorHead {
  readonly kind: "folder"
  readonly node: FolderNode
  /** The guest's name for the folder, if it was open at the start. */
  readonly preopened: string | undefined
}

/** Descriptor flags. The sync flags are stored and have no effect, because files are in memory. */
export const flag = { APPEND: 1, DSYNC: 2, NONBLOCK: 4, RSYNC: 8, SYNC: 16 } as const

export const knownFlags = flag.APPEND | flag.DSYNC | flag.NONBLOCK | flag.RSYNC | flag.SYNC

/** Makes standard input, which reads these bytes. */
export const makeInputDescriptor = (bytes: Uint8Array): InputDescriptor => ({
  kind: "input",
  bytes,
  position: 0,
  rights: inputRights,
  inheriting: 0,
  flags: 0
})

/** Makes standard output or standard error. */
export const makeOutputDescriptor = (write: (bytes: Uint8Array) => void): OutputDescriptor => ({
  kind: "output",
  write,
  rights: outputRights,
  inheriting: 0,
  flags: 0
})

/** Makes a folder that is open at the start. */
export const makePreopenedDescriptor = (node: FolderNode, name: string): FolderDescriptor => ({
  kind: "folder",
  node,
  preopened: name,
  rights: folderRights,
  inheriting: inheritedRights,
  flags: 0
})

/** Makes a file descriptor. Rights that do not apply to files are dropped. */
export const makeFileDescriptor = (node: FileNode, rights: number, flags: number): FileDescriptor => ({
  kind: "file",
  node,
  position: 0,
  rights: rights & fileRights,
  inheriting: 0,
  flags
})

/** Makes a folder descriptor. Rights that do not apply to folders are dropped. */
export const makeFolderDescriptor = (
  node: FolderNode,
  rights: number,
  inheriting: number,
  flags: number
): FolderDescriptor => ({
  kind: "folder",
  node,
  preopened: undefined,
  rights: rights & folderRights,
  inheriting: inheriting & inheritedRights,
  flags
})
