import { accessSync, constants } from "node:fs"
import { tmpdir } from "node:os"

/**
 * Returns the folder in which the gate keeps files of its own for a moment. The folder is in memory if there is such a
 * place: a confined program has another folder there, whatever it was granted, and so cannot put links or files of its
 * own in the gate's way.
 */
export const ownFolder = (): string => {
  try {
    accessSync(inMemory, constants.W_OK | constants.X_OK)
    return inMemory
  } catch {
    return tmpdir()
  }
}

const inMemory = "/dev/shm"
