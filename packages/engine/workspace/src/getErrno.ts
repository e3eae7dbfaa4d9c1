import type { FileFailedReason } from "@toolgate/core"

/** Returns the system error code of a `node:fs` error, or the empty string. */
export const getErrno = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Translates a `node:fs` error into a reason for callers of `Files`. */
export const findReason = (error: unknown): FileFailedReason => reasons.get(getErrno(error)) ?? "Io"

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
