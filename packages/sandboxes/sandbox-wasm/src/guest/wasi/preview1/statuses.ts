import { type Descriptor, knownFlags } from "../Descriptor.ts"
import { requireRights } from "../Descriptors.ts"
import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"
import { right } from "../rights.ts"
import { fileType, getFileType, writeFileStatus } from "./fileStatus.ts"
import { setTimes } from "./setTimes.ts"

/** Makes the calls for a descriptor's status and rights, and for closing it. */
export const makeStatusCalls = ({ descriptors, memory, clock }: Guest) => ({
  fd_close: (number: number) => descriptors.close(number),
  fd_renumber: (from: number, to: number) => descriptors.renumber(from, to),

  fd_fdstat_get: (number: number, at: number) => {
    const descriptor = descriptors.get(number)
    const status = memory.structure(at, 24)
    status.setUint8(0, typeOf(descriptor))
    status.setUint16(2, descriptor.flags, true)
    status.setBigUint64(8, BigInt(descriptor.rights), true)
    status.setBigUint64(16, BigInt(descriptor.inheriting), true)
  },

  fd_fdstat_set_flags: (number: number, flags: number) => {
    const descriptor = descriptors.get(number)
    requireRights(descriptor, right.FD_FDSTAT_SET_FLAGS)
    if ((flags & ~knownFlags) !== 0) throw new Failure(errno.INVAL)
    descriptor.flags = flags
  },

  fd_fdstat_set_rights: (number: number, rights: bigint, inheriting: bigint) => {
    const descriptor = descriptors.get(number)
    if (hasMore(rights, descriptor.rights) || hasMore(inheriting, descriptor.inheriting))
      throw new Failure(errno.NOTCAPABLE)
    descriptor.rights = Number(rights)
    descriptor.inheriting = Number(inheriting)
  },

  fd_filestat_get: (number: number, at: number) => {
    const descriptor = descriptors.get(number)
    requireRights(descriptor, right.FD_FILESTAT_GET)
    writeFileStatus(memory.structure(at, 64), "node" in descriptor ? descriptor.node : undefined)
  },

  fd_filestat_set_times: (number: number, accessed: bigint, modified: bigint, which: number) => {
    const descriptor = descriptors.get(number)
    if (!("node" in descriptor)) throw new Failure(errno.INVAL)
    requireRights(descriptor, right.FD_FILESTAT_SET_TIMES)
    setTimes(descriptor.node, clock.peek("realtime"), accessed, modified, which)
  },

  fd_prestat_get: (number: number, at: number) => {
    const name = preopenedName(descriptors.get(number))
    memory.structure(at, 8).setUint32(4, name.length, true)
  },

  fd_prestat_dir_name: (number: number, at: number, length: number) => {
    const name = preopenedName(descriptors.get(number))
    if (length < name.length) throw new Failure(errno.NAMETOOLONG)
    memory.bytes(at, name.length).set(name)
  },

  fd_sync: (number: number) => sync(descriptors.get(number), right.FD_SYNC),
  fd_datasync: (number: number) => sync(descriptors.get(number), right.FD_DATASYNC)
})

const typeOf = (descriptor: Descriptor): number =>
  "node" in descriptor ? getFileType(descriptor.node) : fileType.unknown

const hasMore = (wanted: bigint, had: number): boolean => (wanted & ~BigInt(had)) !== 0n

const preopenedName = (descriptor: Descriptor): Uint8Array => {
  if (descriptor.kind !== "folder" || descriptor.preopened === undefined) throw new Failure(errno.BADF)
  return new TextEncoder().encode(descriptor.preopened)
}

/** There is nothing to sync: files are in memory. */
const sync = (descriptor: Descriptor, wanted: number): void => {
  if (!("node" in descriptor)) throw new Failure(errno.INVAL)
  requireRights(descriptor, wanted)
}
