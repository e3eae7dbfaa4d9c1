import { accessSync, constants } from "node:fs"
import { tmpdir } from "node:os"

/**
 * Returns the folder for the gate's short-lived files, in memory if possible. A confined program sees a different
 * folder at this path, so it cannot place links or files in the gate's way.
 */
export const getScratchFolder = (): string => {
  try {
    accessSync(inMemory, constants.W_OK | constants.X_OK)
    return inMemory
  } catch {
    return tmpdir()
  }
}

const inMemory = "/dev/shm"
