import { rejects } from "node:assert/strict"
import { FileFailed, type FileFailedReason } from "@toolgate/core"

/** Asserts that an operation fails with this reason and does not mention the path. */
export const rejectsWith = (reason: FileFailedReason, operation: PromiseLike<unknown>): Promise<void> =>
  rejects(
    async () => await operation,
    (error) => {
      if (!(error instanceof FileFailed)) return false
      const hidesPath = error.path.length < 4 || !error.message.includes(error.path)
      return error.reason === reason && hidesPath
    },
    `expected "${reason}"`
  )
