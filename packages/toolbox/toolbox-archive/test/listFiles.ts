import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Returns all files below a folder with their texts, including hidden ones. A link appears as an arrow and its target.
 */
export const listFiles = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => !one.isDirectory())
      .map((one) => {
        const path = join(one.parentPath, one.name)
        return [path.slice(folder.length + 1), one.isFile() ? readFileSync(path, "utf8") : "-> a link or device"]
      })
  )
