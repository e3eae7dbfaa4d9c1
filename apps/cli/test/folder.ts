import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

/** Returns a folder with these files, which exists as long as the test runs. */
export const folder = (files: Readonly<Record<string, string>> = {}): string => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-cli-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}
