import { Buffer } from "node:buffer"
import type { Inode } from "../files/Inode.ts"

/** File types of preview 1. Standard input and output are pipes, which have no type. */
export const fileType = { unknown: 0, folder: 3, file: 4, link: 7 } as const

export const getFileType = (node: Inode): number => fileType[node.kind]

const device = 1n

/** Fills in the 64-byte status of a node. It stays zero for standard input and output. */
export const writeFileStatus = (status: DataView, node: Inode | undefined): void => {
  if (node === undefined) return
  status.setBigUint64(0, device, true)
  status.setBigUint64(8, BigInt(node.number), true)
  status.setUint8(16, getFileType(node))
  status.setBigUint64(24, BigInt(node.names), true)
  status.setBigUint64(32, BigInt(sizeOf(node)), true)
  status.setBigUint64(40, node.accessed, true)
  status.setBigUint64(48, node.modified, true)
  status.setBigUint64(56, node.changed, true)
}

const sizeOf = (node: Inode): number => {
  if (node.kind === "file") return node.content.size
  return node.kind === "link" ? Buffer.byteLength(node.target) : 0
}
