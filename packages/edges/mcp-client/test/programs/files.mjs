// An MCP server over stdio whose tools have the shape of the published server for files.
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"

const text = { type: "string" }
const texts = { type: "array", items: text }
const edits = {
  type: "array",
  items: { type: "object", properties: { oldText: text, newText: text }, required: ["oldText", "newText"] }
}
const reads = { readOnlyHint: true, openWorldHint: false }
const writes = { readOnlyHint: false, destructiveHint: true, openWorldHint: false }

const tools = {
  read_text_file: [{ path: text, head: { type: "number" } }, reads, ({ path }) => readFileSync(path, "utf8")],
  read_multiple_files: [
    { paths: texts },
    reads,
    ({ paths }) => paths.map((path) => `${path}: ${readFileSync(path, "utf8")}`).join("\n")
  ],
  list_directory: [{ path: text }, reads, ({ path }) => readdirSync(path).toSorted().join("\n")],
  write_file: [{ path: text, content: text }, writes, ({ path, content }) => writeFileSync(path, content)],
  edit_file: [
    { path: text, edits, dryRun: { type: "boolean", default: false } },
    writes,
    ({ path, edits }) =>
      writeFileSync(
        path,
        edits.reduce((whole, { oldText, newText }) => whole.replace(oldText, newText), readFileSync(path, "utf8"))
      )
  ],
  move_file: [
    { source: text, destination: text },
    writes,
    ({ source, destination }) => renameSync(source, destination)
  ],
  list_allowed_directories: [{}, reads, () => process.argv.slice(2).join("\n")]
}

const listed = Object.entries(tools).map(([name, [properties, annotations]]) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties,
    required: Object.keys(properties).filter((one) => !["head", "dryRun"].includes(one))
  },
  annotations
}))

const answered = ({ name, arguments: given }) => {
  try {
    return { content: [{ type: "text", text: tools[name][2](given) ?? "done" }] }
  } catch (error) {
    return { content: [{ type: "text", text: error.code ?? error.message }], isError: true }
  }
}

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "files", version: "1" }
  }),
  "tools/list": () => ({ tools: listed }),
  "tools/call": answered
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = Object.hasOwn(results, method)
    ? { result: results[method](params) }
    : { error: { code: -32601, message: "Method not found" } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`)
}
