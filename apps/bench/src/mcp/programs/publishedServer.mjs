// A stdio server that lists the definitions of one published server, read from a file of definitions. It speaks the
// revision that published servers speak.
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"

const [file, wanted] = process.argv.slice(2)
const tools = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((row) => JSON.parse(row))
  .filter(({ origin }) => origin === wanted)
  .map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema: outputSchema ?? undefined,
    annotations: annotations ?? undefined
  }))
const results = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "published", version: "1.0.0" }
  },
  "tools/list": { tools }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const result = results[method]
  const answer = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result }
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }))
}
