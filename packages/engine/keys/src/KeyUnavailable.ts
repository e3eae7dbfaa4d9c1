/**
 * The error for a key that cannot be had. The message is written for the person who named the key, and never holds the
 * key or a part of it.
 *
 * ```ts
 * import { KeyUnavailable, keyOf } from "@toolgate/keys"
 *
 * export const key = await keyOf("env:TOOLGATE_KEY").catch((error) => {
 *   if (error instanceof KeyUnavailable) console.error(error.message)
 *   throw error
 * })
 * ```
 */
export class KeyUnavailable extends Error {
  override readonly name = "KeyUnavailable"
}

/** Returns the error for an operation on a key's file that the operating system refused. */
export const failedFor = (path: string, operation: "read" | "made", cause: unknown): KeyUnavailable => {
  if (cause instanceof KeyUnavailable) return cause
  const code = codeOf(cause)
  const why = reasons[operation].get(code ?? "") ?? "the system refuses"
  return new KeyUnavailable(
    `The key file "${path}" cannot be ${operation}: ${why}${code === undefined ? "" : ` (${code})`}.`,
    { cause }
  )
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined

const noFolder = ["ENOTDIR", "a part of its path is no folder"] as const

const reasons = {
  read: new Map([
    ["ENOENT", "there is no such file"],
    ["EACCES", "this user may not read it"],
    ["EPERM", "this user may not read it"],
    ["ELOOP", "it is a link; name the file itself"],
    noFolder
  ]),
  made: new Map([
    ["ENOENT", "its folder does not exist"],
    ["EACCES", "this user may not write there"],
    ["EPERM", "this user may not write there"],
    ["EROFS", "it is on a disk that is read-only"],
    ["ENOSPC", "the disk is full; make room"],
    ["EDQUOT", "this user's share of the disk is used up; make room"],
    noFolder
  ])
}
