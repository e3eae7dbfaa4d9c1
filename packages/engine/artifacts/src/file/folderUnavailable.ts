import { StoreUnavailable } from "@toolgate/core"

/** Returns the error of a folder of artifacts in which an operation failed. */
export const folderUnavailable = (folder: string, cause: unknown): StoreUnavailable => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined
  const why =
    code === undefined ? "an unexpected error, which the cause describes" : (faults.get(code) ?? "the system refuses")
  const shown = code === undefined ? "" : ` (${code})`
  return new StoreUnavailable({
    message: `The folder of artifacts "${folder}" cannot be used now: ${why}${shown}.`,
    cause
  })
}

const faults = new Map([
  ["EACCES", "this user may not read and write there; give it permission to, or name another folder"],
  ["EPERM", "this user may not read and write there; give it permission to, or name another folder"],
  ["EROFS", "it is on a disk that is read-only; name another folder"],
  ["ENOSPC", "the disk is full; make room, or name another folder"],
  ["EDQUOT", "this user's share of the disk is used up; make room, or name another folder"],
  ["ENOTDIR", "it, or a part of its path, is no folder; name another one"],
  ["EMFILE", "this process has too many files open; try again"],
  ["ENFILE", "the system has too many files open; try again"]
])
