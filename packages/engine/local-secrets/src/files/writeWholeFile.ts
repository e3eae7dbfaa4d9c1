import { randomBytes } from "node:crypto"
import { link, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { getErrorCode } from "./getErrorCode.ts"
import { syncFolder } from "./syncFolder.ts"

/**
 * Writes a file atomically, readable by this user only. Other processes see the whole file or nothing, and so do
 * readers after a power loss. `existing` decides whether an existing file is replaced or kept; a kept file stays
 * unchanged. Never follows a link at the path. Rejects with the system's error.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, readFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { writeWholeFile } from "@toolgate/local-secrets"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
 * const path = join(folder.path, "settings.json")
 * await writeWholeFile(path, "{}", "replace")
 * await writeWholeFile(path, "[]", "keep")
 * assert.equal(await readFile(path, "utf8"), "{}")
 * ```
 */
export const writeWholeFile = async (
  path: string,
  content: string | Uint8Array,
  existing: "keep" | "replace"
): Promise<void> => {
  const made = `${path}.${randomBytes(6).toString("hex")}`
  const file = await open(made, "wx", 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    if (existing === "replace") await rename(made, path)
    // Unlike a rename, a link never replaces a file that another process has just made.
    else
      await link(made, path).catch((error) => {
        if (getErrorCode(error) !== "EEXIST") throw error
      })
    await syncFolder(dirname(path))
  } finally {
    await file.close()
    await rm(made, { force: true })
  }
}
