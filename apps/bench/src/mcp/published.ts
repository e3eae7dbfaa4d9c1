// Counts the definitions in a file that a gate registers, and lists why it refuses the others. Each line of the file is
// an MCP definition in JSON with an `origin`, which names a server.
//
//   node --conditions=@toolgate/source src/mcp/published.ts definitions.jsonl
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { createServerEntry } from "./entries.ts"
import { openMcpGate } from "./openMcpGate.ts"

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error("The file of definitions is missing.")
const file = resolve(given)
const rows = readFileSync(file, "utf8").trim().split("\n")
const origins = [...new Set(rows.map((row) => (JSON.parse(row) as { readonly origin: string }).origin))]
const program = join(import.meta.dirname, "programs/publishedServer.mjs")
const gate = await openMcpGate(
  origins.map((origin, number) => ({
    ...createServerEntry(`server-${number}`, [process.execPath, program, file, origin]),
    tools: new Map()
  }))
)
const status = await gate.status()
const tools = status.flatMap((server) => server.tools)
console.log(`${tools.length} of ${rows.length} definitions of ${origins.length} servers are registered.`)
for (const [number, { state, why, leftOut }] of status.entries()) {
  if (state !== "connected") console.log(`${origins[number]}: ${state}. ${why}`)
  for (const { tool, why } of leftOut) console.log(`${origins[number]}: ${tool}: ${why}`)
}
await gate.close()
