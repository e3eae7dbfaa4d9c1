import { FileFailed } from "@toolgate/core"
import { reasonOf } from "./errno.ts"

/** Converts a thrown error into the failure of an operation on `path`. */
export const failed = (error: unknown, path: string): FileFailed =>
  error instanceof FileFailed ? error : new FileFailed(reasonOf(error), path, { cause: error })
