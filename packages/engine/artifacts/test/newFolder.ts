import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

/** Returns a folder that is removed when the test has ended. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-artifacts-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
