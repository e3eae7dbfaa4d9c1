// An agent's task with toolbox tools, under a policy that asks a person before the report is written and denies every
// post. Only public addresses are reached unless an option lists others, so this example lists its server.
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { mkdir, mkdtemp, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { archiveTools } from "@toolgate/toolbox-archive"
import { dataTools } from "@toolgate/toolbox-data"
import { mathTools } from "@toolgate/toolbox-math"
import { webTools } from "@toolgate/toolbox-web"
import { pack } from "tar-stream"
import { builtins, createToolgate } from "toolgate"

const days = [61, 58, 64, 71, 69, 80, 77].map((visitors, i) => ({ day: `2026-06-0${i + 1}`, visitors }))
const page = `<title>Visitors</title><article><h1>Visitors</h1><p>${"The gate counted everyone who came in. ".repeat(9)}
  <a href="/days.json">All days</a></p></article>`
const server = createServer(({ url }, response) => {
  const isData = url === "/days.json"
  response.setHeader("content-type", isData ? "application/json" : "text/html; charset=utf-8")
  response.end(isData ? JSON.stringify({ days }) : page)
}).listen(0, "127.0.0.1")
await once(server, "listening")
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

const folder = await mkdtemp(join(tmpdir(), "toolgate-example-"))
const workspace = join(folder, "workspace")
await mkdir(workspace)
const tape = pack()
tape.entry({ name: "2025/visitors.csv" }, "day,visitors\n2025-06-01,47\n2025-06-02,44\n2025-06-03,52\n")
tape.entry({ name: "2025/notes.txt" }, "The door was shut on the 2nd.\n")
tape.finalize()
await pipeline(tape, createGzip(), createWriteStream(join(workspace, "last-year.tar.gz")))
const policy = join(folder, "policy.yaml")
await writeFile(
  policy,
  `version: 1
rules:
  deny: [http_post]
  ask: ["write_file(**/*.md)"]
  allow: ["archive_extract(last-year/**)", "archive_extract(last-year.tar.gz)"]
`
)

await using gate = await createToolgate({
  workspace,
  policy: { files: [policy] },
  tools: [...builtins(), ...webTools({ private: [host] }), ...dataTools(), ...mathTools(), ...archiveTools()],
  onAsk: ({ toolName }) => {
    console.log(`? ${toolName}: a person is asked, and approves.`)
    return { decision: "approve" }
  }
})

let calls = 0
const call = async (tool: string, args: object) => {
  const { error, executed, output } = await gate.dispatch({ id: `${++calls}`, tool, args })
  const [first] = output.content
  const text = first?.type === "text" ? first.text : JSON.stringify(output.value)
  console.log(`\n${tool}: ${error === undefined ? text.slice(0, 700) : `${error.message} (executed: ${executed})`}`)
  return { text, value: output.value as Record<string, unknown> }
}

await call("fetch_docs", { url: `http://${host}/visitors` })
const { value: answer } = await call("http_get", { url: `http://${host}/days.json` })
const { value: found } = await call("json_query", { json: answer.text, expression: "days[].visitors" })
await call("statistics", { data: found.value, percentiles: [90] })
const chart = await call("plot_braille", { series: [{ y: found.value }], width: 30, height: 6, title: "Visitors" })
await call("archive_extract", { path: "last-year.tar.gz", to: "last-year", strip: 1 })
const sql = "SELECT count(*) AS days, round(avg(visitors), 1) AS mean FROM before"
await call("sql_query", { sql, tables: [{ name: "before", path: "last-year/visitors.csv" }] })
await call("write_file", { path: "report.md", content: `# Visitors\n\n\`\`\`text\n${chart.text}\n\`\`\`\n` })
await call("http_post", { url: `http://${host}/report`, body: "{}" })
server.close()
