import { constants } from "node:fs"
import { lstat, open, readdir, realpath } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { escapeUnprintable, explainFileError, quoted } from "@toolgate/core"
import { resolveOpenPath } from "../resolveOpenPath.ts"
import { type FolderContent, type FolderFile, makeFolderContent } from "./FolderContent.ts"

/** Reason why a folder cannot be read, and the relative path concerned. */
export interface FolderFault {
  readonly path: string
  readonly message: string
}

/** Limits on a plugin's files. */
const most = { bytes: 10 * 1024 * 1024, files: 1000, depth: 16 }

/**
 * Reads all files of a folder until two consecutive reads agree, so that a half-finished change is not loaded. Fails at the first thing
 * that a plugin may not contain.
 */
export const readFolder = async (folder: string): Promise<FolderContent | FolderFault> => {
  try {
    let before = await readOnce(folder)
    for (let readings = 1; readings < mostReadings; readings++) {
      const now = await readOnce(folder)
      if (now.digest === before.digest) return now
      before = now
    }
    return { path: "", message: `it has changed during each of ${mostReadings} readings; leave it alone for a moment` }
  } catch (error) {
    if (error instanceof Fault) return { path: error.path, message: error.message }
    throw error
  }
}

const mostReadings = 10

class Fault extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

const readOnce = async (folder: string): Promise<FolderContent> => {
  const files = new Map<string, FolderFile>()
  const root = await asked("", realpath(folder))
  if (!(await asked("", lstat(root))).isDirectory()) throw new Fault("", "it is not a folder")
  let left = most.bytes
  const take = async (path: string, depth: number): Promise<void> => {
    if (depth > most.depth) throw new Fault(path, `it lies more than ${most.depth} folders deep`)
    for (const entry of await asked(path, readdir(join(root, path), { withFileTypes: true }))) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (inner !== ".git") await take(inner, depth + 1)
        continue
      }
      if (!entry.isFile() && !entry.isSymbolicLink()) throw new Fault(inner, "it is not a regular file")
      if (files.size === most.files) throw new Fault(path, `it has more than ${most.files} files`)
      const file = await readFile(entry.isSymbolicLink() ? await within(root, inner) : join(root, inner), inner, left)
      left -= file.bytes.length
      files.set(inner, file)
    }
  }
  await take("", 1)
  return makeFolderContent(files)
}

/** Returns a link's target if it is inside the folder. */
const within = async (root: string, path: string): Promise<string> => {
  const target = await asked(path, realpath(join(root, path)))
  const step = relative(root, target)
  if (step === ".." || step.startsWith(`..${sep}`)) throw new Fault(path, "it is a link that leads out of the folder")
  return target
}

const readFile = async (place: string, path: string, left: number): Promise<FolderFile> => {
  // `O_NONBLOCK` prevents blocking on a pipe. Links created after the listing are not followed.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
  const file = await asked(path, open(place, flags))
  try {
    const stats = await file.stat()
    // A parent folder may have become a link after the listing, so that another file was opened.
    if (resolveOpenPath(file.fd, place) !== place) throw new Fault(path, "it was replaced while it was read")
    if (!stats.isFile()) throw new Fault(path, "it is not a regular file")
    if (stats.size > left) throw new Fault("", `it has more than ${most.bytes / 1024 / 1024} MiB of files`)
    // The size is an estimate: the file may grow.
    const bytes = Buffer.alloc(Math.min(stats.size, left) + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await asked(path, file.read(bytes, length, bytes.length - length, length))
      length += bytesRead
      if (length === bytes.length) throw new Fault(path, "it has grown while it was read")
      if (bytesRead === 0) return { bytes: bytes.subarray(0, length), isProgram: (stats.mode & 0o100) !== 0 }
    }
  } finally {
    await file.close()
  }
}

/** Converts a system error to a fault. */
const asked = <A>(path: string, answer: Promise<A>): Promise<A> =>
  answer.catch((error: unknown) => {
    throw new Fault(path, explainFileError(error, "read"))
  })

/** Returns the position of a fault, to put before a colon. */
export const formatPosition = (folder: string, { path }: FolderFault): string =>
  escapeUnprintable(path === "" ? folder : join(folder, path)) || quoted(folder)
