import { constants } from "node:fs"
import { lstat, open, readdir, realpath } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { escapeUnprintable, explainFileError, quoted } from "@toolgate/core"
import { openedAt } from "../openedAt.ts"
import { contentOf, type FolderContent, type FolderFile } from "./FolderContent.ts"

/** A reason why a folder cannot be read, and the path in the folder that it is about. */
export interface FolderFault {
  readonly path: string
  readonly message: string
}

/** The bounds on the files of a plugin. */
const most = { bytes: 10 * 1024 * 1024, files: 1000, depth: 16 }

/**
 * Reads all files of a folder until two readings in a row find the same, so that no half of a change is taken for a
 * version. Fails with the first thing that cannot be part of a plugin.
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
  return contentOf(files)
}

/** Returns where a link leads, if that is in the folder. */
const within = async (root: string, path: string): Promise<string> => {
  const target = await asked(path, realpath(join(root, path)))
  const step = relative(root, target)
  if (step === ".." || step.startsWith(`..${sep}`)) throw new Fault(path, "it is a link that leads out of the folder")
  return target
}

const readFile = async (place: string, path: string, left: number): Promise<FolderFile> => {
  // Without `O_NONBLOCK`, opening a pipe could block for ever. A link that has come since the folder was listed is not followed.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
  const file = await asked(path, open(place, flags))
  try {
    const stats = await file.stat()
    // A folder on the way may have become a link since it was listed, and the open file another one.
    if (openedAt(file.fd, place) !== place) throw new Fault(path, "it was exchanged while it was read")
    if (!stats.isFile()) throw new Fault(path, "it is not a regular file")
    if (stats.size > left) throw new Fault("", `it has more than ${most.bytes / 1024 / 1024} MiB of files`)
    // The size is only a guess: the file may grow.
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

/** Turns an error of the operating system into a fault. */
const asked = <A>(path: string, answer: Promise<A>): Promise<A> =>
  answer.catch((error: unknown) => {
    throw new Fault(path, explainFileError(error, "read"))
  })

/** Returns the place of a fault, in words that come before a colon. */
export const placeOf = (folder: string, { path }: FolderFault): string =>
  escapeUnprintable(path === "" ? folder : join(folder, path)) || quoted(folder)
