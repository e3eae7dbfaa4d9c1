import { randomBytes } from "node:crypto"
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname } from "node:path"
import { explainFileError } from "@toolgate/core"
import { makeFolder } from "@toolgate/private-files"
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

/**
 * Replaces the text of a file as a whole, if the file still holds the text before; `undefined`: if there is no such file.
 * A link is followed, and the mode of the file stays; a new file gets `newMode`. Returns `undefined`, or the reason why nothing was written, as a
 * sentence without its subject.
 */
export const replaceText = async (
  path: string,
  before: string | undefined,
  after: string,
  newMode = 0o644
): Promise<string | undefined> => {
  try {
    if (before === undefined) await makeFolder(dirname(path), 0o777)
    const end = before === undefined ? path : realpathSync(path)
    const made = `${end}.${randomBytes(6).toString("hex")}`
    const mode = before === undefined ? newMode : statSync(end).mode & 0o7777
    if (before !== undefined && isReadOnly(end)) return readOnly
    try {
      const file = openSync(made, "wx", mode)
      try {
        writeFileSync(file, after)
        // The mask of this process may have taken something away.
        chmodSync(made, mode)
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
