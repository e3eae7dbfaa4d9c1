import { type FolderDescriptor, knownFlags } from "../Descriptor.ts"
import { need } from "../Descriptors.ts"
import { errno, Failure } from "../errno.ts"
import { walk } from "../files/walk.ts"
import type { Guest } from "../Guest.ts"
import { knownRights, right } from "../rights.ts"
import { followFlag } from "./lookup.ts"
import { type OpenRequest, openPlace } from "./openPlace.ts"

const bit = { CREATE: 1, FOLDER: 2, EXCLUSIVE: 4, TRUNCATE: 8 } as const

const knownBits = bit.CREATE | bit.FOLDER | bit.EXCLUSIVE | bit.TRUNCATE

/** Makes the calls for opening and making files. */
export const openingCalls = ({ descriptors, memory, tree }: Guest) => ({
  path_open: (
    number: number,
    lookup: number,
    pathAt: number,
    pathLength: number,
    bits: number,
    rights: bigint,
    inheriting: bigint,
    flags: number,
    numberAt: number
  ) => {
    const base = descriptors.folder(number, right.PATH_OPEN)
    const request = requestOf(base, bits, rights, inheriting, flags)
    const follows = followFlag(lookup) && !(request.create && request.exclusive)
    memory.bytes(numberAt, 4)
    descriptors.needRoom()
    const place = walk(base.node, memory.path(pathAt, pathLength), follows ? "follow" : "stay")
    memory.setU32(numberAt, descriptors.open(openPlace(tree, place, request)))
  }
})

const requestOf = (
  base: FolderDescriptor,
  bits: number,
  rights: bigint,
  inheriting: bigint,
  flags: number
): OpenRequest => {
  const has = (wanted: number) => (bits & wanted) !== 0
  if ((bits & ~knownBits) !== 0 || (flags & ~knownFlags) !== 0) throw new Failure(errno.INVAL)
  if (has(bit.CREATE) && has(bit.FOLDER)) throw new Failure(errno.INVAL)
  if (has(bit.CREATE)) need(base, right.PATH_CREATE_FILE)
  // Programs know EPERM from their systems for truncating without the right to.
  if (has(bit.TRUNCATE)) need(base, right.PATH_FILESTAT_SET_SIZE, errno.PERM)
  return {
    base,
    create: has(bit.CREATE),
    folder: has(bit.FOLDER),
    exclusive: has(bit.EXCLUSIVE),
    truncate: has(bit.TRUNCATE),
    rights: knownRights(rights),
    inheriting: knownRights(inheriting),
    flags
  }
}
