import { randomBytes } from "node:crypto"
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname } from "node:path"
import { explainFileError } from "@toolgate/core"
import { makeFolder } from "@toolgate/local-secrets"
import { readTextFile } from "@toolgate/yaml-reading"

/**
 * Whether somebody has made a file read-only, or it is another user's. A file is replaced by a new one, for which the rights of its
 * folder are enough: nothing but this question respects those of the file.
 */
export const isReadOnly = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    // The administrator may write into every file.
    return (statSync(path).mode & 0o222) === 0
  } catch {
    return true
  }
}

/** The reason why a read-only file is not written, as a sentence without its subject. */
export const readOnly = "is read-only, and was left as it is; make it writable, if this command is to change it"

/** Whether a path is a link to something that does not exist. */
export const isDanglingLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
  statSync(path, { throwIfNoEntry: false }) === undefined

/** The reason why nothing is written through a dangling link, as a sentence without its subject. */
export const danglingLink = "is a link to a file that does not exist; make that file, or remove the link"

/**
 * Replaces the text of a file as a whole, if the file still holds the text before; `undefined`: if there is no such file.
 * A link is followed. The owner of the file and its permissions stay, but no set-id bit; a new file gets `newMode`, and the owner of its
 * folder if the administrator makes it. Returns `undefined`, or the reason why nothing was written, as a
 * sentence without its subject.
 */
export const replaceText = async (
  path: string,
  before: string | undefined,
  after: string,
  newMode = 0o644
): Promise<string | undefined> => {
  try {
    if (before === undefined && isDanglingLink(path)) return danglingLink
    if (before === undefined) await makeFolder(dirname(path), 0o777)
    const end = before === undefined ? path : realpathSync(path)
    const made = `${end}.${randomBytes(6).toString("hex")}`
    const old = statSync(before === undefined ? dirname(path) : end)
    const mode = before === undefined ? newMode : old.mode & 0o777
    if (before !== undefined && isReadOnly(end)) return readOnly
    try {
      const file = openSync(made, "wx", mode)
      try {
        writeFileSync(file, after)
        const fault = keepOwner(file, old, before !== undefined)
        if (fault !== undefined) return fault
        // The mask of this process may have taken something away.
        fchmodSync(file, mode)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      const now = readTextFile(end, "policy")
      if (("text" in now ? now.text : undefined) !== before) return "was changed meanwhile, and was left as it is"
      // A link never replaces a file that somebody else has made meanwhile.
      if (before === undefined) linkSync(made, end)
      else renameSync(made, end)
      return undefined
    } finally {
      rmSync(made, { force: true })
    }
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException
    return code === "EEXIST" && syscall === "link"
      ? "was made meanwhile, and was left as it is"
      : `cannot be written: ${explainFileError(cause, "write")}`
  }
}

/** Gives a new file the owner of the old one, or of its folder. Returns the reason why it cannot, as a sentence without its subject. */
const keepOwner = (file: number, { uid, gid }: Stats, isOfFile: boolean): string | undefined => {
  const own = fstatSync(file)
  // On Windows, the folder decides who may use a file.
  if (process.getuid === undefined || (own.uid === uid && own.gid === gid)) return undefined
  if (!isOfFile && process.getuid() !== 0) return undefined
  try {
    fchownSync(file, uid, gid)
    return undefined
  } catch {
    // Another group is no reason to leave one's own file as it is.
    return isOfFile && own.uid !== uid
      ? "belongs to another user, and a new file in its place would not; run this command as that user"
      : undefined
  }
}
