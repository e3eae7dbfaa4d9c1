import type { FileFailedReason } from "@toolgate/core"

/** Returns the operating system's code of an error that `node:fs` threw, or the empty string. */
export const errno = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Returns the reason that callers of `Files` are given for an error of `node:fs`. */
export const reasonOf = (error: unknown): FileFailedReason => reasons.get(errno(error)) ?? "Io"

const reasons: ReadonlyMap<string, FileFailedReason> = new Map([
  ["ENOENT", "NotFound"],
  ["ENOTDIR", "NotADirectory"],
  ["EISDIR", "NotAFile"],
  ["ENXIO", "NotAFile"],
  ["ENOTEMPTY", "NotEmpty"],
  ["EEXIST", "NotEmpty"],
  ["ELOOP", "TooManyLinks"],
  ["ENAMETOOLONG", "BadName"],
  ["EILSEQ", "BadName"],
  ["ERR_INVALID_ARG_VALUE", "BadName"],
  ["EACCES", "NotPermitted"],
  ["EPERM", "NotPermitted"],
  ["EBUSY", "NotPermitted"],
  ["ETXTBSY", "NotPermitted"],
  ["EROFS", "ReadOnly"],
  ["ENOSPC", "NoSpace"],
  ["EDQUOT", "NoSpace"],
  ["EFBIG", "TooLarge"]
])
