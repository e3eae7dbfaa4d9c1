import { randomUUID } from "node:crypto"
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, statSync, unlinkSync } from "node:fs"
import { basename, dirname } from "node:path"
import { PathChanged, PinnedPath } from "./PinnedPath.ts"

/**
 * Removes a file, or a folder with its content, and nothing else. Every parent folder is pinned, so that it cannot be
 * replaced by a link meanwhile. Folders without write permission are removed too.
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
 * Empties a folder. Each subfolder is moved to the top before it is emptied, because a program can nest folders deeper
 * than descriptors or path lengths allow.
 */
const empty = (top: PinnedPath): void => {
  const beneath: Array<string> = []
  const mark = randomUUID()
  const emptyInto = (folder: PinnedPath) => {
    // File names may be bytes that are not UTF-8.
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

/** Pins a folder and makes it writable. Otherwise it could not even be moved. */
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
