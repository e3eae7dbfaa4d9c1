// Opens a gate with the tools of an entry, and calls one of them on request: `firstCall.mjs ENTRY TOOL`. The call is
// the tool's first example, unless this program has to set something up for it.
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createToolgate } from "toolgate"

const [entry, name] = process.argv.slice(2)
const base = mkdtempSync(join(tmpdir(), "toolgate-bench-"))
process.on("exit", () => rmSync(base, { recursive: true, force: true }))
const workspace = join(base, "work")
mkdirSync(workspace)

/** Serves one page, and returns its host. */
const served = async () => {
  const page = "<!doctype html><title>Tea</title><h1>Tea</h1><p>Two cups.</p>"
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(page))
  server.listen(0, "127.0.0.1").unref()
  await once(server, "listening")
  return `127.0.0.1:${server.address().port}`
}

const agent = join(import.meta.dirname, "agent.mjs")

/** Returns the settings of an entry, and the arguments of its calls if they are not those of an example. */
const setUp = {
  web: async () => {
    const host = await served()
    return { settings: { private: [host] }, args: { url: `http://${host}/tea` } }
  },
  llm: () => ({ settings: { offline: true }, args: { texts: ["green tea", "black tea"] } }),
  memory: () => ({ settings: { folder: join(base, "memory") } }),
  routing: () => ({
    settings: { agents: { clerk: { command: [process.execPath, ...process.execArgv, agent], confinement: "none" } } },
    args: { agent: "clerk", task: "Say that you are done." }
  })
}

const { settings = {}, args: given } = (await setUp[entry]?.()) ?? {}
const door = await import(`@toolgate/toolbox-${entry}`)
let gate
const tools = door[`${entry}Tools`](settings, (request) => gate.startAgent(request))
const [{ args, files = {} }] = tools.find((tool) => tool.name === name).examples
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), content)
}
gate = await createToolgate({ workspace, policy: "host", tools, ...(settings.agents && { agents: settings.agents }) })

process.once("message", async () => {
  const { success, error } = await gate.dispatch({ id: "1", tool: name, args: given ?? args })
  process.send(success ? "done" : error.message)
  await gate.close()
  process.disconnect()
})
process.send("ready")
