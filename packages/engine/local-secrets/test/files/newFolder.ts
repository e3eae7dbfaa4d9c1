import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

/** Returns a new folder, which is removed when the test ends. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-files-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
