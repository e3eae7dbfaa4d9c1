import { randomUUID } from "node:crypto"
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, statSync, unlinkSync } from "node:fs"
import { basename, dirname } from "node:path"
import { PathChanged, PinnedPath } from "./PinnedPath.ts"

/**
 * Removes a file, or a folder with everything in it, and nothing else. Every folder on the way is pinned, so that
 * nobody can make it lead elsewhere meanwhile. The content of a folder without write permission is removed too.
 */
export const removeEntry = (path: string): void => {
  using parent = new PinnedPath(dirname(path))
  const mode = statSync(parent.path).mode & 0o7777
  const isWritable = (mode & writable) === writable
  if (!isWritable) chmodSync(parent.path, mode | writable)
  try {
    const at = parent.entry(basename(path))
    if (lstatSync(at).isDirectory()) {
      using folder = openFolder(parent, basename(path))
      empty(folder)
      rmdirSync(at)
    } else unlinkSync(at)
  } finally {
    if (!isWritable) chmodSync(parent.path, mode)
  }
}

/**
 * Empties a folder. Every folder beneath is moved to the top before it is emptied, because a program can nest more
 * folders than there are descriptors to hold them, or than a path can lead through.
 */
const empty = (top: PinnedPath): void => {
  const beneath: Array<string> = []
  const mark = randomUUID()
  const emptyInto = (folder: PinnedPath) => {
    // A name may be bytes that no string can hold.
    for (const name of readdirSync(folder.path, { encoding: "buffer" })) {
      const at = Buffer.concat([Buffer.from(folder.entry("")), name])
      if (!lstatSync(at).isDirectory()) {
        unlinkSync(at)
        continue
      }
      const own = `${mark}-${beneath.length}`
      renameSync(at, folder.entry(own))
      openFolder(folder, own)[Symbol.dispose]()
      if (folder !== top) renameSync(folder.entry(own), top.entry(own))
      beneath.push(own)
    }
  }
  emptyInto(top)
  for (const name of beneath) {
    using folder = openFolder(top, name)
    emptyInto(folder)
    rmdirSync(top.entry(name))
  }
}

/** Pins a folder and makes it writable. A folder without write permission cannot even be moved to another folder. */
const openFolder = (parent: PinnedPath, name: string): PinnedPath => {
  const folder = new PinnedPath(name, parent.path)
  if (folder.kind !== "folder") {
    folder[Symbol.dispose]()
    throw new PathChanged()
  }
  chmodSync(folder.path, 0o700)
  return folder
}

const writable = 0o300
