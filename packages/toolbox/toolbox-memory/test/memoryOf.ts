import { mkdtempSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memoryTools } from "../src/index.ts"

/** Returns the memory tools over a temporary folder by name, and a function that adds an entry in test cases. */
export const createMemoryTools = (folder = mkdtempSync(join(tmpdir(), "toolgate-memory-"))) => {
  const [add, replace, consolidate] = memoryTools({ folder })
  if (add === undefined || replace === undefined || consolidate === undefined) throw new Error("A tool is missing.")
  return {
    folder,
    tools: [add, replace, consolidate],
    add,
    replace,
    consolidate,
    adding: (text: string, ...tags: ReadonlyArray<string>) => ({ tool: add, args: { text, tags: [...tags] } }),
    replacing: (id: string, text: string) => ({ tool: replace, args: { id, text } }),
    consolidating: (ids: ReadonlyArray<string>, text: string) => ({ tool: consolidate, args: { ids: [...ids], text } })
  }
}

/** Returns the path of the only database in a folder. */
export const findDatabase = async (folder: string): Promise<string> => {
  const [name = ""] = (await readdir(folder)).filter((one) => one.endsWith(".sqlite"))
  return join(folder, name)
}
