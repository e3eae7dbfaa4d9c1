import { FileFailed } from "@toolgate/core"
import { findReason } from "./getErrno.ts"

/** Converts a thrown error into the failure of an operation on `path`. */
export const toFileFailed = (error: unknown, path: string): FileFailed =>
  error instanceof FileFailed ? error : new FileFailed(findReason(error), path, { cause: error })
