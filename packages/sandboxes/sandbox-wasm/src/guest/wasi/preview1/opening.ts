import {
  type Descriptor,
  type FolderDescriptor,
  knownFlags,
  makeFileDescriptor,
  makeFolderDescriptor
} from "../Descriptor.ts"
import { requireRights } from "../Descriptors.ts"
import { errno, Failure } from "../errno.ts"
import type { FileTree } from "../files/FileTree.ts"
import type { FileNode, FolderNode } from "../files/Inode.ts"
import { getMode, isReadable, requireReadable, requireWritable, requireWritableName } from "../files/modes.ts"
import { type ResolvedName, walk } from "../files/walk.ts"
import type { Guest } from "../Guest.ts"
import { fileRights, folderRights, keepKnownRights, right } from "../rights.ts"
import { readFollowFlag } from "./lookup.ts"

const bit = { CREATE: 1, FOLDER: 2, EXCLUSIVE: 4, TRUNCATE: 8 } as const

const knownBits = bit.CREATE | bit.FOLDER | bit.EXCLUSIVE | bit.TRUNCATE

/** Makes the calls that open and make files. */
export const makeOpeningCalls = ({ descriptors, memory, tree }: Guest) => ({
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
    const follows = readFollowFlag(lookup) && !(request.create && request.exclusive)
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
  if (has(bit.CREATE)) requireRights(base, right.PATH_CREATE_FILE)
  // Programs expect EPERM for truncating without the right to.
  if (has(bit.TRUNCATE)) requireRights(base, right.PATH_FILESTAT_SET_SIZE, errno.PERM)
  return {
    base,
    create: has(bit.CREATE),
    folder: has(bit.FOLDER),
    exclusive: has(bit.EXCLUSIVE),
    truncate: has(bit.TRUNCATE),
    rights: keepKnownRights(rights),
    inheriting: keepKnownRights(inheriting),
    flags
  }
}

/** A guest's request to open a file. */
interface OpenRequest {
  /** The folder to open from, whose rights limit the new descriptor's. */
  readonly base: FolderDescriptor
  readonly create: boolean
  /** Whether it must be a folder. */
  readonly folder: boolean
  /** Whether it must not exist yet. */
  readonly exclusive: boolean
  readonly truncate: boolean
  readonly rights: number
  readonly inheriting: number
  readonly flags: number
}

/** Opens the node at a place, or makes a file there. */
const openPlace = (tree: FileTree, place: ResolvedName, request: OpenRequest): Descriptor => {
  if (place.node === undefined) return createdFile(tree, place, request)
  if (request.create && request.exclusive) throw new Failure(errno.EXIST)
  switch (place.node.kind) {
    case "link":
      throw new Failure(request.folder ? errno.NOTDIR : errno.LOOP)
    case "folder":
      return openedFolder(place.node, request)
    case "file":
      return openedFile(tree, place.node, request)
  }
}

const createdFile = (tree: FileTree, { folder, name, slash }: ResolvedName, request: OpenRequest): Descriptor => {
  if (!request.create || name === undefined) throw new Failure(errno.NOENT)
  if (slash) throw new Failure(errno.ISDIR)
  needPassedOn(request, request.rights & fileRights)
  requireWritableName(folder, name)
  if (has(request, right.FD_READ) && !isReadable(getMode(folder, name))) throw new Failure(errno.ACCES)
  return makeFileDescriptor(tree.createFile(folder, name), request.rights, request.flags)
}

const openedFolder = (node: FolderNode, request: OpenRequest): Descriptor => {
  if (request.create || request.truncate || has(request, right.FD_WRITE)) throw new Failure(errno.ISDIR)
  needPassedOn(request, (request.rights & folderRights) | request.inheriting)
  return makeFolderDescriptor(node, request.rights, request.inheriting, request.flags)
}

const openedFile = (tree: FileTree, node: FileNode, request: OpenRequest): Descriptor => {
  if (request.folder) throw new Failure(errno.NOTDIR)
  needPassedOn(request, request.rights & fileRights)
  if (has(request, right.FD_READ)) requireReadable(node)
  if (has(request, right.FD_WRITE) || request.truncate) requireWritable(node)
  if (request.truncate) {
    node.content.resize(0)
    tree.touch(node)
  }
  return makeFileDescriptor(node, request.rights, request.flags)
}

const has = (request: OpenRequest, wanted: number): boolean => (request.rights & wanted) !== 0

/** Refuses a right that the folder may not pass on. Rights that do not apply are dropped before this. */
const needPassedOn = ({ base }: OpenRequest, rights: number): void => {
  if ((rights & ~base.inheriting) !== 0) throw new Failure(errno.NOTCAPABLE)
}
