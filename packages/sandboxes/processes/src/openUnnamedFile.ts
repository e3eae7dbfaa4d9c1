import { randomUUID } from "node:crypto"
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { getScratchFolder } from "./getScratchFolder.ts"

/**
 * Opens a file without a name that contains this content, at its beginning. The file is in memory if possible. A
 * program that receives the descriptor can read it at any time. Throws if the file cannot be made.
 */
export const openUnnamedFile = (content: string | Uint8Array): number => {
  const path = join(getScratchFolder(), `toolgate-${randomUUID()}`)
  const writing = openSync(path, "wx", 0o600)
  try {
    const reading = openSync(path, "r")
    // Without a name, no other program can find the file, even if this one crashes.
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
