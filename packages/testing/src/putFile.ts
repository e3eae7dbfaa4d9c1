import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Writes a file and makes the folders above it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, readFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { putFile } from "@toolgate/testing"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "workspace-"))
 * const path = join(folder.path, "notes/today.md")
 * putFile(path, "milk")
 * assert.equal(await readFile(path, "utf8"), "milk")
 * ```
 */
export const putFile = (path: string, text = ""): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
