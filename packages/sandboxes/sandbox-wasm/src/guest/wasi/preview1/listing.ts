import { requireRights } from "../Descriptors.ts"
import { errno, Failure } from "../errno.ts"
import { listEntries } from "../files/FileTree.ts"
import type { FolderNode, Listed } from "../files/Inode.ts"
import { requireReadable } from "../files/modes.ts"
import type { Guest } from "../Guest.ts"
import { right } from "../rights.ts"
import { fileType, getFileType } from "./fileStatus.ts"

/** Bytes of an entry before its name. */
const headBytes = 24

const encoder = new TextEncoder()

/** Makes the call that lists a folder. */
export const makeListingCalls = ({ descriptors, memory }: Guest) => ({
  /** The last entry is cut at the end of the buffer. A full buffer tells the guest to continue. */
  fd_readdir: (number: number, at: number, length: number, cookie: bigint, sizeAt: number) => {
    const descriptor = descriptors.get(number)
    if (descriptor.kind !== "folder") throw new Failure(errno.NOTDIR)
    requireRights(descriptor, right.FD_READDIR)
    requireReadable(descriptor.node)
    memory.bytes(sizeAt, 4)
    const buffer = memory.bytes(at, length)
    // The guest must not see the parent of an initially open folder.
    const above = descriptor.preopened === undefined ? descriptor.node.parent : undefined
    let used = 0
    for (const entry of entriesFrom(descriptor.node, above ?? descriptor.node, cookie)) {
      if (used >= length) break
      const bytes = encoded(entry).subarray(0, length - used)
      buffer.set(bytes, used)
      used += bytes.length
    }
    memory.setU32(sizeAt, used)
  }
})

interface Entry {
  readonly name: string
  readonly cookie: number
  readonly number: number
  readonly type: number
}

/** Yields the entries after a cookie: `.` and `..`, then the folder's content. */
function* entriesFrom(folder: FolderNode, above: FolderNode, cookie: bigint): Generator<Entry> {
  if (cookie < 1n) yield { name: ".", cookie: 1, number: folder.number, type: fileType.folder }
  if (cookie < 2n) yield { name: "..", cookie: 2, number: above.number, type: fileType.folder }
  const listing = listEntries(folder)
  for (let index = firstBehind(listing, cookie); index < listing.length; index += 1) {
    const entry = listing[index]
    if (entry === undefined) return
    yield { name: entry.name, cookie: entry.cookie, number: entry.node.number, type: getFileType(entry.node) }
  }
}

/** A binary search, because a long listing takes many calls. */
const firstBehind = (listing: ReadonlyArray<Listed>, cookie: bigint): number => {
  let low = 0
  let high = listing.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (BigInt(listing[middle]?.cookie ?? 0) > cookie) high = middle
    else low = middle + 1
  }
  return low
}

const encoded = ({ name, cookie, number, type }: Entry): Uint8Array => {
  const bytes = encoder.encode(name)
  const whole = new Uint8Array(headBytes + bytes.length)
  const head = new DataView(whole.buffer)
  head.setBigUint64(0, BigInt(cookie), true)
  head.setBigUint64(8, BigInt(number), true)
  head.setUint32(16, bytes.length, true)
  head.setUint8(20, type)
  whole.set(bytes, headBytes)
  return whole
}
