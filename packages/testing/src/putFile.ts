import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** Writes a file and makes the folders above it. */
export const putFile = (path: string, text = ""): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
