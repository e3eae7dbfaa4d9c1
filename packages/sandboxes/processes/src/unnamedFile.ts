import { randomUUID } from "node:crypto"
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ownFolder } from "./ownFolder.ts"

/**
 * A file without a name that holds this content, opened to be read from its beginning: in memory where there is such a
 * place. A program that it is handed to can read it when it likes. Throws where no file can be kept.
 */
export const unnamedFile = (content: string | Uint8Array): number => {
  const path = join(ownFolder(), `toolgate-${randomUUID()}`)
  const writing = openSync(path, "wx", 0o600)
  try {
    const reading = openSync(path, "r")
    // Whatever happens from here on, nobody else finds it.
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
