import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createToolgate, type Tool, type ToolExecution, type ToolgateOptions } from "toolgate"
import { onTestFinished } from "vitest"

/** Makes a folder with files in it. */
export const folderOf = (files: Readonly<Record<string, string>> = {}) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-turn-")))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Makes a folder for this test alone, with files in it. */
export const newFolder = (files: Readonly<Record<string, string>> = {}): string => {
  const { folder, remove } = folderOf(files)
  onTestFinished(remove)
  return folder
}

/** Opens a gate over a folder, which is closed at the end of the test. */
export const opened = async (tools: ReadonlyArray<Tool>, more: Partial<ToolgateOptions> = {}) => {
  const gate = await createToolgate({ workspace: newFolder(), policy: "host", ...more, tools })
  onTestFinished(() => gate.close())
  return gate
}

/** Returns what is left of an answer without its times. */
export const said = ({ callId, success, executed, output, error }: ToolExecution) => ({
  callId,
  success,
  executed,
  output,
  error: error?.message
})

/** Returns the files beneath a folder, and its folders with nothing in them. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, "utf8") : "[folder]"] as const
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )
