/**
 * Explains why the operating system could not read or write a file, in words that follow the file name and a colon. An
 * error without a code did not come from the system; its message is used.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { readFileSync } from "node:fs"
 * import { explainFileError } from "@toolgate/core"
 *
 * const readSettings = (path: string): string => {
 *   try {
 *     return readFileSync(path, "utf8")
 *   } catch (error) {
 *     throw new Error(`${path}: ${explainFileError(error, "read")}`)
 *   }
 * }
 * assert.throws(() => readSettings("settings.json"), { message: "settings.json: there is no such file or folder" })
 * ```
 */
export const explainFileError = (error: unknown, access: "read" | "write"): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined
  if (code === undefined) return error instanceof Error ? error.message : "it failed for an unknown reason"
  return (access === "write" ? writing.get(code) : undefined) ?? reasons.get(code) ?? `the system reports ${code}`
}

const writing: ReadonlyMap<string, string> = new Map([
  ["EACCES", "this user may not write there"],
  ["EPERM", "this user may not write there"],
  ["ENOENT", "its folder does not exist"]
])

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "this user may not read it"],
  ["EBUSY", "another program is using it"],
  ["EDQUOT", "this user's share of the disk is used up; make room"],
  ["EEXIST", "it exists already"],
  ["EFBIG", "it is larger than this system allows"],
  ["EIO", "the disk failed"],
  ["EISDIR", "it is a folder; name a file"],
  ["ELOOP", "it is a link that is not followed, or its path leads through too many links"],
  ["EMFILE", "this process has too many files open; try again"],
  ["ENAMETOOLONG", "its name is too long"],
  ["ENFILE", "the system has too many files open; try again"],
  ["ENODEV", "it is a device that is not there"],
  ["ENOENT", "there is no such file or folder"],
  ["ENOSPC", "the disk is full; make room"],
  ["ENOTDIR", "a part of its path is not a folder"],
  ["ENXIO", "it is not a regular file"],
  ["EPERM", "this user may not read it"],
  ["EROFS", "it is on a read-only disk"],
  ["ETXTBSY", "it is a program that is running"]
])
