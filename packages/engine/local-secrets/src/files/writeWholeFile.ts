import { randomBytes } from "node:crypto"
import { link, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { codeOf } from "./codeOf.ts"
import { syncFolder } from "./syncFolder.ts"

/**
 * Writes a file that only this user can read. Other processes see all of it or none of it, and so does whoever reads it
 * after a loss of power. `existing` says what becomes of a file that is there already: it is replaced, or it is kept and
 * nothing is written. A link at the path is never followed. Rejects with the error of the operating system.
 *
 * ```ts
 * import { writeWholeFile } from "@toolgate/local-secrets"
 *
 * export const save = (settings: object) => writeWholeFile("/home/ada/settings.json", JSON.stringify(settings), "replace")
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
    // Unlike a rename, a link never replaces a file that another process has made meanwhile.
    else
      await link(made, path).catch((error) => {
        if (codeOf(error) !== "EEXIST") throw error
      })
    await syncFolder(dirname(path))
  } finally {
    await file.close()
    await rm(made, { force: true })
  }
}
