import { type Descriptor, fileDescriptor, folderDescriptor, knownFlags } from "../Descriptor.ts"
import { need } from "../Descriptors.ts"
import { errno, Failure } from "../errno.ts"
import type { FileNode, FolderNode } from "../files/Inode.ts"
import { isReadable, isWritable, modeAt, needReadable, needWritable } from "../files/modes.ts"
import { type Place, walk } from "../files/walk.ts"
import type { Guest } from "../Guest.ts"
import { fileRights, folderRights, knownRights, right } from "../rights.ts"
import { followFlag } from "./lookup.ts"

const how = { CREATE: 1, FOLDER: 2, NEW: 4, TRUNCATE: 8 } as const

/** Opening, and making files. */
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
    const has = (bit: number) => (bits & bit) !== 0
    const base = descriptors.folder(number, right.PATH_OPEN)
    const follows = followFlag(lookup) && !(has(how.CREATE) && has(how.NEW))
    if (bits > 15 || (flags & ~knownFlags) !== 0) throw new Failure(errno.INVAL)
    if (has(how.CREATE) && has(how.FOLDER)) throw new Failure(errno.INVAL)
    if (has(how.CREATE)) need(base, right.PATH_CREATE_FILE)
    if (has(how.TRUNCATE)) need(base, right.PATH_FILESTAT_SET_SIZE, errno.PERM)
    const wanted = knownRights(rights)
    const passedOn = knownRights(inheriting)
    memory.bytes(numberAt, 4)
    descriptors.needRoom()
    const path = memory.path(pathAt, pathLength)

    const place = walk(base.node, path, follows ? "follow" : "stay")
    memory.setU32(numberAt, descriptors.open(opened(place)))

    function opened(place: Place): Descriptor {
      if (place.node === undefined) return fileDescriptor(created(place), wanted, flags)
      if (has(how.CREATE) && has(how.NEW)) throw new Failure(errno.EXIST)
      switch (place.node.kind) {
        case "link":
          throw new Failure(has(how.FOLDER) ? errno.NOTDIR : errno.LOOP)
        case "folder":
          return openedFolder(place.node)
        case "file":
          return openedFile(place.node)
      }
    }

    // Rights that what is opened has no use for are left out; what is beyond the folder's own is refused.
    function needPassedOn(rights: number): void {
      if ((rights & ~base.inheriting) !== 0) throw new Failure(errno.NOTCAPABLE)
    }

    function created({ folder, name, slash }: Place): FileNode {
      if (!has(how.CREATE) || name === undefined) throw new Failure(errno.NOENT)
      if (slash) throw new Failure(errno.ISDIR)
      needPassedOn(wanted & fileRights)
      if ((wanted & right.FD_READ) !== 0 && !isReadable(modeAt(folder, name)) && isWritable(modeAt(folder, name)))
        throw new Failure(errno.ACCES)
      return tree.createFile(folder, name)
    }

    function openedFolder(node: FolderNode): Descriptor {
      if (has(how.CREATE) || has(how.TRUNCATE) || (wanted & right.FD_WRITE) !== 0) throw new Failure(errno.ISDIR)
      needPassedOn((wanted & folderRights) | passedOn)
      return folderDescriptor(node, wanted, passedOn, flags)
    }

    function openedFile(node: FileNode): Descriptor {
      if (has(how.FOLDER)) throw new Failure(errno.NOTDIR)
      needPassedOn(wanted & fileRights)
      if ((wanted & right.FD_READ) !== 0) needReadable(node)
      if ((wanted & right.FD_WRITE) !== 0 || has(how.TRUNCATE)) needWritable(node)
      if (has(how.TRUNCATE)) {
        node.content.resize(0)
        tree.touch(node)
      }
      return fileDescriptor(node, wanted, flags)
    }
  }
})
