import { randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Tool } from "@toolgate/core"
import { createToolgate } from "toolgate"
import { formatFailure, formatOutput } from "../../src/call/executionText.ts"

/** Makes the call of a tool's first example, in a folder with its files, and returns what the command line prints about the answer. */
export const outputOfExample = async (tool: Tool): Promise<string> => {
  const [example] = tool.examples
  if (example === undefined) return ""
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-page-")))
  const workspace = join(folder, "work")
  try {
    mkdirSync(workspace)
    for (const [name, text] of Object.entries(example.files ?? {})) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true })
      writeFileSync(join(workspace, name), text)
    }
    // Memories are stored in the user's state folder.
    process.env.XDG_STATE_HOME = join(folder, "state")
    await using gate = await createToolgate({ workspace, policy: "host", tools: [tool] })
    const execution = await gate.dispatch({ id: randomUUID(), tool: tool.name, args: example.args })
    const printed =
      formatOutput(execution.output, execution.success) + (execution.success ? "" : formatFailure(execution, tool))
    return lasting(printed.replaceAll(workspace, "."))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns an output without what is different each time: the id of a commit. */
const lasting = (text: string): string =>
  text.replaceAll(/\b[0-9a-f]{40}\b/g, "8aedea0bc16034ebb5542205f93693e021780663")
