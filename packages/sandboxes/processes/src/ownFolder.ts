import { accessSync, constants } from "node:fs"
import { tmpdir } from "node:os"

/**
 * The folder where the gate has files of its own for a moment. In memory where there is such a place: a confined program
 * has another one there, whatever it was granted, and so cannot put links or files of its own in the gate's way.
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
