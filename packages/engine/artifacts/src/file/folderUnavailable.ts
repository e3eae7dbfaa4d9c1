import { explainFileError, StoreUnavailable } from "@toolgate/core"

/** Returns the error of a folder of artifacts in which an operation failed. */
export const folderUnavailable = (folder: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable({
    message: `The folder of artifacts "${folder}" cannot be used now: ${explainFileError(cause, "write")}.`,
    cause
  })
