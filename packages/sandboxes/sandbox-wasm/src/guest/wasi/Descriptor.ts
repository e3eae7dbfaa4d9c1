import type { FileNode, FolderNode } from "./files/Inode.ts"
import { fileRights, folderRights, inheritedRights, inputRights, outputRights } from "./rights.ts"

/** An open descriptor of the guest. No descriptor can be duplicated. */
export type Descriptor = InputDescriptor | OutputDescriptor | FileDescriptor | FolderDescriptor

interface DescriptorHead {
  rights: number
  /** The rights that can be passed on to what is opened beneath the descriptor. */
  inheriting: number
  /** The flags of preview 1. */
  flags: number
}

/** Standard input. */
export interface InputDescriptor extends DescriptorHead {
  readonly kind: "input"
  readonly bytes: Uint8Array
  position: number
}

/** Standard output, or standard error. */
export interface OutputDescriptor extends DescriptorHead {
  readonly kind: "output"
  readonly write: (bytes: Uint8Array) => void
}

/** An open file. */
export interface FileDescriptor extends DescriptorHead {
  readonly kind: "file"
  readonly node: FileNode
  position: number
}

/** An open folder. Everything in it can be reached through it, and nothing else. */
export interface FolderDescriptor extends DescriptorHead {
  readonly kind: "folder"
  readonly node: FolderNode
  /** The name by which the guest knows the folder, if the folder was open from the beginning. */
  readonly preopened: string | undefined
}

/**
 * The flags of a descriptor. Those about syncing are kept and have no effect, because there is nothing to sync with.
 */
export const flag = { APPEND: 1, DSYNC: 2, NONBLOCK: 4, RSYNC: 8, SYNC: 16 } as const

/** All flags of a descriptor. */
export const knownFlags = flag.APPEND | flag.DSYNC | flag.NONBLOCK | flag.RSYNC | flag.SYNC

/** Makes standard input, read from its beginning. */
export const inputDescriptor = (bytes: Uint8Array): InputDescriptor => ({
  kind: "input",
  bytes,
  position: 0,
  rights: inputRights,
  inheriting: 0,
  flags: 0
})

/** Makes standard output, or standard error. */
export const outputDescriptor = (write: (bytes: Uint8Array) => void): OutputDescriptor => ({
  kind: "output",
  write,
  rights: outputRights,
  inheriting: 0,
  flags: 0
})

/** Makes a folder that is open from the beginning. */
export const preopenedDescriptor = (node: FolderNode, name: string): FolderDescriptor => ({
  kind: "folder",
  node,
  preopened: name,
  rights: folderRights,
  inheriting: inheritedRights,
  flags: 0
})

/** Makes a file that the guest opens, with those of the rights that a file can have. */
export const fileDescriptor = (node: FileNode, rights: number, flags: number): FileDescriptor => ({
  kind: "file",
  node,
  position: 0,
  rights: rights & fileRights,
  inheriting: 0,
  flags
})

/** Makes a folder that the guest opens, with those of the rights that a folder can have. */
export const folderDescriptor = (
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
