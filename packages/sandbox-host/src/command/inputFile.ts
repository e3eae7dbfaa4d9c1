import { randomUUID } from "node:crypto"
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ownFolder } from "./ownFolder.ts"
import { tried } from "./tried.ts"

/**
 * A text to be read as standard input: a file without a name, in memory where there is such a place. A program can open
 * it again as "/dev/stdin", and read it when it likes. `undefined` where it cannot be kept.
 */
export const inputFile = (text: string): number | undefined => {
  const path = join(ownFolder(), `toolgate-input-${randomUUID()}`)
  return tried(() => {
    const writing = openSync(path, "wx", 0o600)
    try {
      const reading = openSync(path, "r")
      // Whatever happens from here on, nobody else finds it.
      unlinkSync(path)
      try {
        writeFileSync(writing, text)
        return reading
      } catch (error) {
        closeSync(reading)
        throw error
      }
    } finally {
      closeSync(writing)
    }
  })
}
