import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  createToolgate,
  defineTool,
  type Tool,
  type ToolExecution,
  type ToolgateOptions,
  Type,
  toolOutput
} from "toolgate"
import { onTestFinished } from "vitest"

/** The callers of a tool that turns of several calls may call. */
export const both = ["direct", "chain"] as const

/** A tool that runs and reports its own failure. */
export const fails = defineTool({
  name: "fails",
  description: "Fails.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  callers: both,
  execute: () => toolOutput({ text: "no", value: { some: "thing" }, success: false })
})

/** A tool that changes something, and accepts direct calls only. */
export const lone = defineTool({
  name: "lone",
  description: "Changes something.",
  parameters: Type.Object({}),
  sideEffects: "WRITE",
  execute: () => "done"
})

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

/** Returns an answer without its times. */
export const said = ({ callId, success, executed, output, error }: ToolExecution) => ({
  callId,
  success,
  executed,
  output,
  error: error?.message
})

/** Returns the files beneath a folder, and its empty folders. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, "utf8") : "[folder]"] as const
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )
