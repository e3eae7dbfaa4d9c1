import { errno, Failure } from "../errno.ts"
import type { FileNode } from "../files/Inode.ts"
import { requireWritable } from "../files/modes.ts"
import type { Guest } from "../Guest.ts"
import { right } from "../rights.ts"
import { copyIn, getReadable, getWritable, getWriteOffset, writeFile, writeOutput } from "./transfer.ts"

const whence = { SET: 0, CURRENT: 1, END: 2 } as const

/** The highest advice number. */
const lastAdvice = 5

/** Makes the calls for reading, writing, seeking and the size of open files. */
export const makeFileCalls = ({ descriptors, memory, tree }: Guest) => {
  const resize = (node: FileNode, size: number) => {
    requireWritable(node)
    node.content.resize(size)
    tree.touch(node)
  }
  return {
    fd_read: (number: number, at: number, count: number, sizeAt: number) => {
      const descriptor = getReadable(descriptors, number)
      memory.bytes(sizeAt, 4)
      const bytes = descriptor.kind === "input" ? descriptor.bytes : descriptor.node.content.bytes
      const size = copyIn(bytes, descriptor.position, memory.vectors(at, count))
      descriptor.position += size
      memory.setU32(sizeAt, size)
    },

    fd_pread: (number: number, at: number, count: number, offset: bigint, sizeAt: number) => {
      const descriptor = getReadable(descriptors, number)
      if (descriptor.kind === "input") throw new Failure(errno.SPIPE)
      memory.bytes(sizeAt, 4)
      memory.setU32(sizeAt, copyIn(descriptor.node.content.bytes, offsetOf(offset), memory.vectors(at, count)))
    },

    fd_write: (number: number, at: number, count: number, sizeAt: number) => {
      const descriptor = getWritable(descriptors, number)
      memory.bytes(sizeAt, 4)
      const buffers = memory.vectors(at, count)
      if (descriptor.kind === "output") return memory.setU32(sizeAt, writeOutput(descriptor, buffers))
      const offset = getWriteOffset(descriptor)
      const size = writeFile(tree, descriptor, offset, buffers)
      descriptor.position = offset + size
      memory.setU32(sizeAt, size)
    },

    /** Writes at the given offset, even with the append flag, as POSIX defines it. */
    fd_pwrite: (number: number, at: number, count: number, offset: bigint, sizeAt: number) => {
      const descriptor = getWritable(descriptors, number)
      if (descriptor.kind === "output") throw new Failure(errno.SPIPE)
      memory.bytes(sizeAt, 4)
      memory.setU32(sizeAt, writeFile(tree, descriptor, offsetOf(offset), memory.vectors(at, count)))
    },

    fd_seek: (number: number, distance: bigint, from: number, offsetAt: number) => {
      const asks = BigInt.asIntN(64, distance) === 0n && from === whence.CURRENT
      const descriptor = asks ? teller(number) : descriptors.file(number, right.FD_SEEK)
      memory.bytes(offsetAt, 8)
      const start = startOf(from, descriptor.position, descriptor.node.content.size)
      const offset = BigInt(start) + BigInt.asIntN(64, distance)
      if (offset < 0n) throw new Failure(errno.INVAL)
      if (offset > BigInt(Number.MAX_SAFE_INTEGER)) throw new Failure(errno.OVERFLOW)
      descriptor.position = Number(offset)
      memory.setU64(offsetAt, offset)
    },

    fd_tell: (number: number, offsetAt: number) => memory.setU64(offsetAt, BigInt(teller(number).position)),

    fd_advise: (number: number, offset: bigint, length: bigint, advice: number) => {
      descriptors.file(number, right.FD_ADVISE)
      if (advice > lastAdvice) throw new Failure(errno.INVAL)
      offsetOf(offset)
      offsetOf(length)
    },

    fd_allocate: (number: number, offset: bigint, length: bigint) => {
      const { node } = descriptors.file(number, right.FD_ALLOCATE)
      const more = offsetOf(length)
      if (more === 0) throw new Failure(errno.INVAL)
      const size = offsetOf(offset) + more
      if (size > node.content.size) resize(node, size)
      else requireWritable(node)
    },

    fd_filestat_set_size: (number: number, size: bigint) => {
      const descriptor = descriptors.get(number)
      if (descriptor.kind === "input" || descriptor.kind === "output") throw new Failure(errno.INVAL)
      resize(descriptors.file(number, right.FD_FILESTAT_SET_SIZE).node, offsetOf(size))
    }
  }

  /** The right to seek includes the right to tell. */
  function teller(number: number) {
    const seeks = (descriptors.get(number).rights & right.FD_SEEK) !== 0
    return descriptors.file(number, seeks ? right.FD_SEEK : right.FD_TELL)
  }
}

const startOf = (from: number, position: number, size: number): number => {
  if (from === whence.SET) return 0
  if (from === whence.CURRENT) return position
  if (from === whence.END) return size
  throw new Failure(errno.INVAL)
}

/** Returns an offset or size. Throws EINVAL if negative, and EFBIG if a number cannot represent it exactly. */
const offsetOf = (bits: bigint): number => {
  if (BigInt.asIntN(64, bits) < 0n) throw new Failure(errno.INVAL)
  if (bits > BigInt(Number.MAX_SAFE_INTEGER)) throw new Failure(errno.FBIG)
  return Number(bits)
}
