import { type FileDescriptor, flag, type InputDescriptor, type OutputDescriptor } from "../Descriptor.ts"
import { type Descriptors, requireRights } from "../Descriptors.ts"
import { errno, Failure } from "../errno.ts"
import type { FileTree } from "../files/FileTree.ts"
import { requireReadable, requireWritable } from "../files/modes.ts"
import { right } from "../rights.ts"

/** The maximum number of bytes of one call, as in Linux: the returned number has 32 bits. */
const callBytes = 0x7fff_f000

/** Bytes to copy from the guest at once, so that a huge buffer is not duplicated. */
const chunkBytes = 1 << 20

/** Returns a readable descriptor, or throws EBADF. */
export const getReadable = (descriptors: Descriptors, number: number): FileDescriptor | InputDescriptor => {
  const descriptor = descriptors.get(number)
  if (descriptor.kind === "folder" || descriptor.kind === "output") throw new Failure(errno.BADF)
  requireRights(descriptor, right.FD_READ, errno.BADF)
  if (descriptor.kind === "file") requireReadable(descriptor.node)
  return descriptor
}

/** Returns a writable descriptor, or throws EBADF. */
export const getWritable = (descriptors: Descriptors, number: number): FileDescriptor | OutputDescriptor => {
  const descriptor = descriptors.get(number)
  if (descriptor.kind === "folder" || descriptor.kind === "input") throw new Failure(errno.BADF)
  requireRights(descriptor, right.FD_WRITE, errno.BADF)
  if (descriptor.kind === "file") requireWritable(descriptor.node)
  return descriptor
}

/** Copies bytes from an offset into the buffers. Returns the number of copied bytes. */
export const copyIn = (bytes: Uint8Array, offset: number, buffers: ReadonlyArray<Uint8Array>): number => {
  let at = offset
  for (const buffer of buffers) {
    if (at >= bytes.length) break
    const part = bytes.subarray(at, at + Math.min(buffer.length, callBytes - (at - offset)))
    buffer.set(part)
    at += part.length
  }
  return at - offset
}

/** Writes the buffers to a file up to its limit. Returns the number of written bytes. */
export const writeFile = (
  tree: FileTree,
  { node }: FileDescriptor,
  offset: number,
  buffers: ReadonlyArray<Uint8Array>
): number => {
  const wanted = Math.min(callBytes, total(buffers))
  if (wanted === 0) return 0
  const taken = node.content.room(offset, wanted)
  if (taken === 0) throw new Failure(errno.NOSPC)
  // Grows the file to its final size first, so that its content is copied at most once.
  if (offset + taken > node.content.size) node.content.resize(offset + taken)
  let at = offset
  for (const buffer of buffers) {
    const part = buffer.subarray(0, offset + taken - at)
    node.content.write(at, part)
    at += part.length
  }
  tree.touch(node)
  return taken
}

/** Returns the offset of the next write. */
export const getWriteOffset = (descriptor: FileDescriptor): number =>
  (descriptor.flags & flag.APPEND) !== 0 ? descriptor.node.content.size : descriptor.position

/** Passes copies to the world, which may end the guest by throwing. */
export const writeOutput = ({ write }: OutputDescriptor, buffers: ReadonlyArray<Uint8Array>): number => {
  let written = 0
  for (const buffer of buffers)
    for (let at = 0; at < buffer.length && written < callBytes; at += chunkBytes) {
      const chunk = buffer.slice(at, at + chunkBytes)
      write(chunk)
      written += chunk.length
    }
  return written
}

const total = (buffers: ReadonlyArray<Uint8Array>): number => buffers.reduce((sum, buffer) => sum + buffer.length, 0)
