// Opens a gate with the tools of an entry, and makes the call of a tool's first example when it is told to: `firstCall.mjs ENTRY TOOL`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createToolgate } from "toolgate"

const [entry, name] = process.argv.slice(2)
const workspace = mkdtempSync(join(tmpdir(), "toolgate-bench-"))
process.on("exit", () => rmSync(workspace, { recursive: true, force: true }))

const door = await import(`@toolgate/toolbox/${entry}`)
const tools = door[`${entry}Tools`]()
const [{ args, files = {} }] = tools.find((tool) => tool.name === name).examples
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), content)
}
const gate = await createToolgate({ workspace, policy: "host", tools })

process.once("message", async () => {
  const { success, error } = await gate.dispatch({ id: "1", tool: name, args })
  process.send(success ? "done" : error.message)
  await gate.close()
  process.disconnect()
})
process.send("ready")
