import { closeSync, openSync, rmSync, writeFileSync } from "node:fs"
import { explainFileError } from "@toolgate/core"

/** Writes a new file, whole or not at all. Returns the problem as the end of a sentence, or `undefined`. */
export const writeNewFile = (path: string, text: string): string | undefined => {
  try {
    const descriptor = openSync(path, "wx")
    try {
      writeFileSync(descriptor, text)
    } catch (cause) {
      rmSync(path, { force: true })
      throw cause
    } finally {
      closeSync(descriptor)
    }
    return undefined
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return code === "EEXIST"
      ? "already exists, and was not changed. To start again, move it away first."
      : `cannot be written: ${explainFileError(cause, "write")}.`
  }
}
