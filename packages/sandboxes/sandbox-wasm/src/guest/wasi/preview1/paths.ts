import { errno, Failure } from "../errno.ts"
import type { Inode } from "../files/Inode.ts"
import { requireCovered, requireReadable, requireWritableName } from "../files/modes.ts"
import { checkRemovable, rename } from "../files/rename.ts"
import { type AtEnd, type ResolvedName, walk } from "../files/walk.ts"
import type { Guest } from "../Guest.ts"
import { right } from "../rights.ts"
import { writeFileStatus } from "./fileStatus.ts"
import { readFollowFlag } from "./lookup.ts"
import { setTimes } from "./setTimes.ts"

const encoder = new TextEncoder()

/** Makes the calls for names, except opening. */
export const makePathCalls = ({ descriptors, memory, tree, clock }: Guest) => {
  const placeOf = (number: number, needed: number, at: number, length: number, atEnd: AtEnd): ResolvedName => {
    const base = descriptors.folder(number, needed)
    return walk(base.node, memory.path(at, length), atEnd)
  }
  const nodeAt = (number: number, needed: number, lookup: number, at: number, length: number): Inode => {
    const { node } = placeOf(number, needed, at, length, readFollowFlag(lookup) ? "follow" : "stay")
    if (node === undefined) throw new Failure(errno.NOENT)
    return node
  }

  return {
    path_create_directory: (number: number, at: number, length: number) => {
      const { folder, name, node } = placeOf(number, right.PATH_CREATE_DIRECTORY, at, length, "name")
      if (name === undefined || node !== undefined) throw new Failure(errno.EXIST)
      tree.createFolder(folder, name)
    },

    path_filestat_get: (number: number, lookup: number, at: number, length: number, statusAt: number) => {
      const node = nodeAt(number, right.PATH_FILESTAT_GET, lookup, at, length)
      writeFileStatus(memory.structure(statusAt, 64), node)
    },

    path_filestat_set_times: (
      number: number,
      lookup: number,
      at: number,
      length: number,
      accessed: bigint,
      modified: bigint,
      which: number
    ) => {
      const node = nodeAt(number, right.PATH_FILESTAT_SET_TIMES, lookup, at, length)
      setTimes(node, clock.peek("realtime"), accessed, modified, which)
    },

    path_link: (
      from: number,
      lookup: number,
      fromAt: number,
      fromLength: number,
      to: number,
      toAt: number,
      toLength: number
    ) => {
      const node = nodeAt(from, right.PATH_LINK_SOURCE, lookup, fromAt, fromLength)
      const place = freeName(placeOf(to, right.PATH_LINK_TARGET, toAt, toLength, "name"))
      if (node.kind === "folder") throw new Failure(errno.PERM)
      requireCovered(node, place.folder, place.name)
      tree.addName(place.folder, place.name, node)
    },

    path_readlink: (
      number: number,
      at: number,
      length: number,
      targetAt: number,
      targetLength: number,
      sizeAt: number
    ) => {
      const node = nodeAt(number, right.PATH_READLINK, 0, at, length)
      if (node.kind !== "link") throw new Failure(errno.INVAL)
      requireReadable(node)
      memory.bytes(sizeAt, 4)
      const target = encoder.encode(node.target).subarray(0, targetLength)
      memory.bytes(targetAt, targetLength).set(target)
      memory.setU32(sizeAt, target.length)
    },

    path_remove_directory: (number: number, at: number, length: number) => {
      const place = placeOf(number, right.PATH_REMOVE_DIRECTORY, at, length, "name")
      if (place.name === undefined) throw new Failure(place.dots === "." ? errno.INVAL : errno.NOTEMPTY)
      if (place.node === undefined) throw new Failure(errno.NOENT)
      if (place.node.kind !== "folder") throw new Failure(errno.NOTDIR)
      requireWritableName(place.folder, place.name)
      checkRemovable(place.node)
      tree.remove(place.folder, place.name)
    },

    path_rename: (from: number, fromAt: number, fromLength: number, to: number, toAt: number, toLength: number) => {
      const old = placeOf(from, right.PATH_RENAME_SOURCE, fromAt, fromLength, "name")
      rename(tree, old, placeOf(to, right.PATH_RENAME_TARGET, toAt, toLength, "name"))
    },

    /** An absolute target could never be followed, so it fails with EPERM here. */
    path_symlink: (targetAt: number, targetLength: number, number: number, at: number, length: number) => {
      const target = memory.path(targetAt, targetLength)
      const place = placeOf(number, right.PATH_SYMLINK, at, length, "name")
      if (target === "") throw new Failure(errno.NOENT)
      if (target.startsWith("/")) throw new Failure(errno.PERM)
      const { folder, name } = freeName(place)
      tree.createLink(folder, name, target)
    },

    path_unlink_file: (number: number, at: number, length: number) => {
      const place = placeOf(number, right.PATH_UNLINK_FILE, at, length, "name")
      if (place.node === undefined) throw new Failure(errno.NOENT)
      if (place.node.kind === "folder" || place.name === undefined) throw new Failure(errno.ISDIR)
      if (place.slash) throw new Failure(errno.NOTDIR)
      tree.remove(place.folder, place.name)
    }
  }
}

/**
 * Returns a free name for a file or link. Throws EEXIST if the name is taken, and ENOENT if it could only be a folder.
 */
const freeName = ({ folder, name, node, slash }: ResolvedName) => {
  if (slash && node !== undefined && node.kind !== "folder") throw new Failure(errno.NOTDIR)
  if (name === undefined || node !== undefined) throw new Failure(errno.EXIST)
  if (slash) throw new Failure(errno.NOENT)
  return { folder, name }
}
