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
 * Whether a file is read-only or belongs to another user. Replacing a file only needs rights on its folder, so the file's own permissions
 * must be checked here.
 */
export const isReadOnly = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    // The administrator may write to every file.
    return (statSync(path).mode & 0o222) === 0
  } catch {
    return true
  }
}

/** Reason for not writing a read-only file, as the predicate of a sentence. */
export const readOnly = "is read-only, and was left as it is; make it writable, if this command is to change it"

/** Whether a path is a link to something that does not exist. */
export const isDanglingLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
  statSync(path, { throwIfNoEntry: false }) === undefined

/** Reason for not writing through a dangling link, as the predicate of a sentence. */
export const danglingLink = "is a link to a file that does not exist; make that file, or remove the link"

/**
 * Replaces the text of a file atomically if the file still has the text `before` (`undefined`: no file). Links are followed. Owner and
 * permissions are preserved, without set-id bits. A new file gets `newMode`, and the folder's owner if the administrator creates it.
 * Returns `undefined`, or the reason for not writing, as the predicate of a sentence.
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
        // The umask of this process may have removed permissions.
        fchmodSync(file, mode)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      const now = readTextFile(end, "policy")
      if (("text" in now ? now.text : undefined) !== before) return "was changed meanwhile, and was left as it is"
      // A link never replaces a file that was created in the meantime.
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

/** Gives a new file the owner of the old one or of its folder. Returns the reason for a failure, as the predicate of a sentence. */
const keepOwner = (file: number, { uid, gid }: Stats, isOfFile: boolean): string | undefined => {
  const own = fstatSync(file)
  // On Windows, access is controlled by the folder.
  if (process.getuid === undefined || (own.uid === uid && own.gid === gid)) return undefined
  if (!isOfFile && process.getuid() !== 0) return undefined
  try {
    fchownSync(file, uid, gid)
    return undefined
  } catch {
    // A different group does not block writing one's own file.
    return isOfFile && own.uid !== uid
      ? "belongs to another user, and a new file in its place would not; run this command as that user"
      : undefined
  }
}
