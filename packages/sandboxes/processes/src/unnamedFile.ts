import { randomUUID } from "node:crypto"
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ownFolder } from "./ownFolder.ts"

/**
 * Opens a file without a name that holds this content, to be read from its beginning. The file is in memory if there is
 * such a place. A program that receives the descriptor can read the file at any time. Throws if no file can be kept.
 */
export const unnamedFile = (content: string | Uint8Array): number => {
  const path = join(ownFolder(), `toolgate-${randomUUID()}`)
  const writing = openSync(path, "wx", 0o600)
  try {
    const reading = openSync(path, "r")
    // Without its name, nobody else finds the file, whatever happens from here on.
    unlinkSync(path)
    try {
      writeFileSync(writing, content)
      return reading
    } catch (error) {
      closeSync(reading)
      throw error
    }
  } finally {
    closeSync(writing)
  }
}
