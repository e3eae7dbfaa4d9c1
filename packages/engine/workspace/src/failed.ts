import { FileFailed } from "@toolgate/core"
import { reasonOf } from "./errno.ts"

/** Returns a thrown error as the failure of an operation on the path. */
export const failed = (error: unknown, path: string): FileFailed =>
  error instanceof FileFailed ? error : new FileFailed(reasonOf(error), path, { cause: error })
